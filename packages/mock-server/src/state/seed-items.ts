import { createRandom } from '@auspex/contract/random'
import type { Caller } from '../identity/caller.ts'
import type { SeedInput } from '../mock.ts'
import { resolveSchema } from '../generate/schema.ts'
import { type Collection, type ResourceOperation, shownBy } from './collections.ts'
import { itemCheck } from './compose.ts'
import { makeEntry } from './create-items.ts'
import { toOverlay } from './overlay.ts'
import { type Fields, isFields } from './request-fields.ts'
import type { ResourceContext, Task } from './task.ts'

/** Generating more takes minutes, and its answer is longer than a text can be. */
const mostItems = 10_000

/** Puts items into a collection. Throws a `TypeError` when the contract has no such collection, or an item does not fit it. */
export function seedItems(context: ResourceContext, owner: Caller, { collection: name, items }: SeedInput): Fields[] {
  const collection = context.collections.get(name)
  if (collection === undefined)
    throw new TypeError(`The contract has no collection ${name}; it has ${[...context.collections.keys()].join(', ')}`)
  const within = collection.operations.find(({ resource }) => resource.within !== undefined)?.resource.within
  if (within !== undefined) throw new TypeError(`Items of ${name} are part of ${within.collection}: seed those`)
  const operation = shownBy(collection)
  if (operation === undefined) throw new TypeError(`No operation shows items of ${name}`)
  const repository = context.repositoryOf(collection, owner, 'user')
  const task: Task = {
    context,
    collection,
    operation,
    readOperation: operation,
    repository,
    caller: owner,
    input: { path: {}, query: {}, headers: {}, body: {} },
  }
  refuseWrongCount(items)
  const wanted = typeof items === 'number' ? Array.from({ length: items }, () => drawValues(task)) : items
  return wanted.map((fields) => seedItem(task, fields))
}

/** Every value of a generated item, which an item made by a request would leave empty. */
function drawValues({ context, collection, operation }: Task): Fields {
  const { [collection.key]: _id, ...values } = asFields(
    context.contract.generator.compile(operation.itemSchema)(
      createRandom(context.nextRandom(collection.name).int(0, 0x7fffffff)),
      0,
    ),
  )
  return values
}

function seedItem(task: Task, given: Fields): Fields {
  const { collection, operation, context, caller } = task
  refuseStrayNames(task, given)
  const { [collection.key]: givenId, ...values } = given
  // an id of one's own names a new item, so nothing is asked about others that have it
  const made = makeEntry(task, { values: toOverlay(values), id: null })
  const id = typeof givenId === 'string' ? givenId : made.id
  const item: Fields = { ...made.item, ...values, [collection.key]: id }
  refuseFaults(collection, operation, item)
  const found = context.store.find(collection.name, id)
  if (found !== undefined) context.store.remove(collection.name, found)
  const { organizationId, userId } = caller
  context.store.add(collection.name, { id, item, organizationId, userId, progress: null })
  return item
}

function refuseWrongCount(items: SeedInput['items']): void {
  const count = typeof items === 'number' ? items : Array.isArray(items) ? items.length : NaN
  if (!Number.isInteger(count) || count < 0 || count > mostItems)
    throw new TypeError(`items is a list, or a whole number, of at most ${mostItems}`)
}

/** A name that was written wrong would leave its property to chance. */
function refuseStrayNames({ collection, operation, context: { contract } }: Task, given: Fields): void {
  const { properties, oneOf = [] } = resolveSchema(contract.document, operation.itemSchema)
  const known = [properties, ...oneOf.map((each) => resolveSchema(contract.document, each).properties)].flatMap(
    (each) => Object.keys(each ?? {}),
  )
  const stray = Object.keys(given).find((name) => !known.includes(name))
  if (stray !== undefined && known.length > 0)
    throw new TypeError(`Items of ${collection.name} have no ${stray}; they have ${[...new Set(known)].join(', ')}`)
}

function refuseFaults({ name }: Collection, operation: ResourceOperation, item: Fields): void {
  const [fault] = itemCheck(operation)?.(item) ?? []
  if (fault !== undefined)
    throw new TypeError(`An item does not fit ${name}: ${fault.instancePath} ${fault.message ?? fault.keyword}`)
}

function asFields(value: unknown): Fields {
  return isFields(value) ? value : {}
}
