import { type CheckedInput, resolveSchema, type Resource } from '@auspex/contract'
import type { Random } from '@auspex/contract/random'
import type { MockClock } from '../clock.ts'
import { notFound } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import { Directory, readCallerRules } from '../identity/directory.ts'
import type { ServedContract, ServedOperation } from '../replies/served-contract.ts'
import { isKnownId } from '../rules/known-things.ts'
import { requireAllowed } from '../rules/require-allowed.ts'
import { Signals } from '../world/signals.ts'
import { withMeasures } from '../world/trends.ts'
import { type AuditedRequest, beginEntry } from './audit.ts'
import { type Collection, itemCheck, readCollections, shownBy } from './collections.ts'
import { type Fields, isFields, valueAtPlace } from './fields.ts'
import { listItems, readItem } from './read-items.ts'
import { clearItems, deleteItems, restoreItem } from './remove-items.ts'
import { toInstant } from './stamps.ts'
import { createListRepository, createRowRepository, isVisible, type ItemRepository, type Store } from './store.ts'
import { type ResourceContext, type Task, tenancyOf } from './task.ts'
import { createItems, updateItems } from './write-items.ts'

export interface ResourceOptions {
  contract: ServedContract
  store: Store
  clock: MockClock
  stepMs: number
  seed: () => number
  nextRandom: (collection: string) => Random
}

const verbs: Readonly<Record<Resource['verb'], (task: Task) => unknown>> = {
  create: createItems,
  read: readItem,
  list: listItems,
  update: updateItems,
  delete: deleteItems,
  clear: clearItems,
  restore: restoreItem,
}

/** Handles the operations that work on collections: their items are in the store. */
export class Resources {
  readonly context: ResourceContext

  constructor({ contract, store, clock, stepMs, seed, nextRandom }: ResourceOptions) {
    const measureOf = (collection: Collection) => (item: Fields) => {
      const operation = shownBy(collection)
      const measured = withMeasures(item, undefined, this.context.signals)
      const isFitting = operation !== undefined && (itemCheck(operation)?.(measured) ?? []).length === 0
      return isFitting && isFields(measured) ? measured : item
    }
    this.context = {
      contract,
      collections: readCollections(contract),
      store,
      directory: new Directory(readCallerRules(contract.document), { store, now: () => toInstant(clock.now()) }),
      signals: new Signals({ store, now: () => clock.now(), seed }),
      clock,
      nextRandom,
      repositoryOf: (collection, caller, tenancy) =>
        createRowRepository({ store, clock, stepMs, caller, tenancy, measure: measureOf(collection) }, collection),
    }
  }

  /** Throws a `Refusal` when a request names an unknown item (404), or breaks a rule of its operation. */
  requireAnswerable(served: ServedOperation, input: CheckedInput, caller: Caller): void {
    const { context } = this
    const { operation, source } = served
    const judged = { context, served, input, caller }
    const isRuled = source['x-refusals']?.some(({ known }) => known === operation.requires) ?? false
    const id = operation.requires === null || isRuled ? undefined : valueAtPlace(operation.requires, input)
    const tenancy = operation.permission?.tenancy ?? 'none'
    if (typeof id === 'string' && !isKnownId(context, id, (row) => isVisible(row, caller, tenancy)))
      throw notFound(operation.tag, source['x-not-found'])
    requireAllowed(judged)
  }

  /** The body of the success. Throws a `Refusal`: 404, 409. */
  answer({ served, input, caller, requestId }: Omit<AuditedRequest, 'context'>): unknown {
    const { context } = this
    const { id, resource } = served.operation
    const collection = context.collections.get(resource?.collection ?? '')
    const operation = collection?.operations.find((each) => each.served.operation.id === id)
    if (collection === undefined || operation === undefined) throw new Error(`${id} works on no collection`)
    const readOperation = operation.resource.within === undefined ? shownBy(collection) : undefined
    const task = { collection, operation, readOperation, input, caller, context }
    const rules = served.source['x-audit']
    const note = rules === undefined ? null : beginEntry({ context, served, input, caller, requestId }, rules)
    const body = verbs[operation.resource.verb]({ ...task, repository: repositoryFor(task) })
    note?.()
    return body
  }
}

/** Where the items of a request are stored: in rows of their own, or in a list inside other items. */
function repositoryFor(task: Omit<Task, 'repository'>): ItemRepository {
  const { context, collection, operation, caller, input } = task
  const { within } = operation.resource
  if (within === undefined) return context.repositoryOf(collection, caller, tenancyOf(task))
  const parents = context.collections.get(within.collection)
  if (parents === undefined) throw new Error(`The contract has no collection ${within.collection}`)
  const { document } = context.contract
  const list = resolveSchema(document, shownBy(parents)?.itemSchema ?? {}).properties?.[within.property]
  const parentId = valueAtPlace(within.id, input)
  return createListRepository({
    parents: context.repositoryOf(parents, caller, tenancyOf(task)),
    missing: notFound(parents.name, operation.served.source['x-not-found']),
    parentId: typeof parentId === 'string' ? parentId : null,
    parentKey: parents.key,
    property: within.property,
    count: within.count,
    key: collection.key,
    maxItems: resolveSchema(document, list ?? {}).maxItems ?? Infinity,
  })
}
