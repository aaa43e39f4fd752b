import {
  type CheckedInput,
  resolveSchema,
  type Resource,
  type AuditChangeRule,
  type AuditRules,
} from '@auspex/contract'
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
import {
  type Collection,
  itemCheck,
  readCollections,
  shownBy,
  baseBody,
  compose,
  conform,
  itemsOf,
  placeWithin,
} from './collections.ts'
import { type Fields, isFields, valueAtPlace, applyOverlay, toOverlay, valueAt, toInstant } from './fields.ts'
import { listItems, readItem } from './read-items.ts'
import { createListRepository, createRowRepository, isVisible, type ItemRepository, type Store } from './store.ts'
import { countDeletion } from './imports.ts'
import { type ResourceContext, type Task, tenancyOf, namedItems } from './task.ts'
import { createItems, updateItems } from './write-items.ts'

export interface ResourceOptions {
  contract: ServedContract
  store: Store
  clock: MockClock
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

  constructor({ contract, store, clock, seed, nextRandom }: ResourceOptions) {
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
        createRowRepository({ store, clock, caller, tenancy, measure: measureOf(collection) }, collection),
    }
  }

  /** Throws a `RefusalError` when a request names an unknown item (404), or breaks a rule of its operation. */
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

  /** The body of the success. Throws a `RefusalError`: 404, 409. */
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

/** Deletes the items that a request names, and returns what was deleted. */
function deleteItems(task: Task): unknown {
  const { operation, repository, collection } = task
  const isRestorable = collection.operations.some(({ resource }) => resource.verb === 'restore')
  const removed = namedItems(task).map((named) => ({ ...named, item: countDeletion(task, named) }))
  for (const { id, item } of removed) {
    repository.remove(id)
    forgetId(task, id)
    task.context.signals.removeDocuments(id)
    if (isRestorable) deletedOf(task).add(id, item)
  }
  const [example = {}] = itemsOf(baseBody(operation), operation.pointer)
  const check = itemCheck(operation)
  const { shows } = operation.resource
  const shown = removed.map(({ id, item }) =>
    shows !== undefined
      ? conform(operation, undefined, item)
      : applyOverlay(example, toOverlay(pickKnown(example, { id, [collection.key]: id })), check),
  )
  return compose(operation, shown)
}

/** Removes a deleted item from the lists of other items in its organization, and updates their counts. */
function forgetId({ context, caller }: Task, id: string): void {
  for (const collection of context.collections.values()) {
    const within = placeWithin(collection)
    if (within === undefined) continue
    const { property, count } = within
    for (const row of context.store.rows(within.collection)) {
      const list = row.item[property]
      if (row.organizationId !== caller.organizationId || !Array.isArray(list)) continue
      const left: unknown[] = list.filter((entry) => !isFields(entry) || entry[collection.key] !== id)
      if (left.length === list.length) continue
      row.item = { ...row.item, [property]: left, ...(count !== undefined && { [count]: left.length }) }
    }
  }
}

/** Restores a deleted item; returns one that was not deleted unchanged. Throws a `RefusalError` (404). */
function restoreItem(task: Task): unknown {
  const { operation, repository, readOperation } = task
  const id = String(valueAtPlace(operation.resource.id ?? '', task.input))
  const deleted = deletedOf(task)
  const item = deleted.find(id)
  if (item !== undefined) {
    deleted.remove(id)
    repository.add(id, item)
  }
  const restored = namedItems(task).map((named) => conform(operation, readOperation, named.item))
  return compose(operation, restored)
}

/** Where deleted items are stored until they are restored. */
function deletedOf(task: Task) {
  const { context, caller, collection } = task
  const bin = { ...collection, name: `deleted ${collection.name}`, progress: null }
  return context.repositoryOf(bin, caller, tenancyOf(task))
}

/** Deletes all items of the caller in the collection, and returns their number. */
function clearItems({ operation, repository, collection }: Task): unknown {
  const items = repository.list()
  for (const item of items) repository.remove(String(item[collection.key]))
  const base = baseBody(operation)
  if (!isFields(base)) return base
  const { length: count } = items
  const counts = pickKnown(base, { removed: count, deleted: count, cleared: count, count })
  return applyOverlay(base, toOverlay(counts), operation.served.success.check)
}

function pickKnown(known: object, values: Readonly<Fields>): Fields {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(known, name)))
}

/** A request that may change an audited item. */
interface AuditedRequest {
  context: ResourceContext
  served: ServedOperation
  input: CheckedInput
  caller: Caller
  requestId: string
}

/** Reads an item before it is changed, and returns a function that records the change; it records nothing when nothing changed. */
function beginEntry(request: AuditedRequest, rules: AuditRules): () => void {
  const { context } = request
  const before = itemOf(request, rules, idIn(request, rules))
  return () => {
    const id = idIn(request, rules) ?? context.store.rows(rules.target)[0]?.id ?? '-'
    const after = itemOf(request, rules, id)
    const changes = rules.changes
      .map((rule) => toChange(request, rule, { before, after }))
      .filter((change) => change.before !== change.after)
    if (changes.length > 0) addEntry(request, { rules, id, item: after ?? before ?? {}, changes })
  }
}

interface Entry {
  rules: AuditRules
  id: string
  item: Fields
  changes: object[]
}

function addEntry({ context, served, caller, requestId }: AuditedRequest, { rules, id, item, changes }: Entry): void {
  const { store, clock, directory } = context
  const number = store.rows(rules.collection).length + 1
  const names = rules.names.map((name) => item[name]).filter((name) => typeof name === 'string' && name !== '')
  const { organizationId } = item
  const entry = {
    id: `${rules.prefix}${number.toString(36).padStart(8, '0')}`,
    at: toInstant(clock.now()),
    userId: caller.userId,
    userName: directory.factsOf(caller, []).name,
    operation: served.operation.id,
    target: { kind: rules.kind, id, name: names[0] ?? null },
    organizationId: rules.kind === 'organization' ? id : (organizationId ?? null),
    changes,
    requestId,
  }
  store.add(rules.collection, {
    id: entry.id,
    item: entry,
    organizationId: caller.organizationId,
    userId: caller.userId,
    progress: null,
  })
}

/** The id of the changed item; null for a new one. */
function idIn({ input }: AuditedRequest, { id }: AuditRules): string | null {
  const value = id === undefined ? null : valueAtPlace(id, input)
  return typeof value === 'string' ? value : null
}

function itemOf({ context }: AuditedRequest, { target }: AuditRules, id: string | null): Fields | null {
  const item = id === null ? undefined : context.store.find(target, id)?.item
  return item === undefined ? null : structuredClone(item)
}

function toChange(
  { input }: AuditedRequest,
  { field, at, isThere = false, entry, given, taken }: AuditChangeRule,
  { before, after }: { before: Fields | null; after: Fields | null },
): { field: string; before: string | null; after: string | null } {
  const name = field.includes('.') ? String(valueAtPlace(field, input)) : field
  if (given !== undefined) return { field: name, before: null, after: toText(valueAtPlace(given, input)) }
  if (taken !== undefined) return { field: name, before: toText(valueAtPlace(taken, input)), after: null }
  const read = (item: Fields | null): string | null => {
    if (item === null) return isThere ? 'no' : null
    const value = valueAt(item, at ?? '')
    if (isThere) return value === null || value === undefined ? 'no' : 'yes'
    if (entry === undefined) return toText(value)
    const found = Array.isArray(value) ? value.filter(isFields).find((each) => each[entry.key] === name) : undefined
    return (found === undefined ? entry.usual : found[entry.value] === true) ? 'on' : 'off'
  }
  return { field: name, before: read(before), after: read(after) }
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
