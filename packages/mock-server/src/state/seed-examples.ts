import { resolveSchema } from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import type { Caller } from '../identity/caller.ts'
import type { SeedInput } from '../mock.ts'
import { exampleItems, itemCheck, placeWithin, shownBy } from './collections.ts'
import { type Fields, isFields, toOverlay } from './fields.ts'
import type { ResourceContext, Task } from './task.ts'
import { makeEntry } from './write-items.ts'

/** Generating more takes minutes, and the response would exceed the maximum string length. */
const maxSeededItems = 10_000

/** Adds items to a collection. Throws a `TypeError` when the contract has no such collection, or an item is invalid. */
export function seedItems(context: ResourceContext, owner: Caller, { collection: name, items }: SeedInput): Fields[] {
  const collection = context.collections.get(name)
  if (collection === undefined)
    throw new TypeError(`The contract has no collection ${name}; it has ${[...context.collections.keys()].join(', ')}`)
  const within = placeWithin(collection)
  if (within !== undefined) throw new TypeError(`Items of ${name} are part of ${within.collection}: seed those`)
  const operation = shownBy(collection)
  if (operation === undefined) throw new TypeError(`No operation shows items of ${name}`)
  const count = countOf(items)
  if (!Number.isInteger(count) || count < 0 || count > maxSeededItems)
    throw new TypeError(`items is a list, or a whole number, of at most ${maxSeededItems}`)
  const repository = context.repositoryOf(collection, owner, 'user')
  const input = { path: {}, query: {}, headers: {}, body: {} }
  const task: Task = { context, collection, operation, readOperation: operation, repository, caller: owner, input }
  const wanted = typeof items === 'number' ? Array.from({ length: items }, () => drawValues(task)) : items
  return wanted.map((fields) => seedItem(task, fields))
}

/** NaN for what is neither a number nor a list: callers of JavaScript may pass anything. */
function countOf(items: SeedInput['items']): number {
  if (typeof items === 'number') return items
  return Array.isArray(items) ? items.length : NaN
}

/** Every value of a generated item, including those that a request would leave empty. */
function drawValues({ context, collection, operation }: Task): Fields {
  const random = createRandom(context.nextRandom(collection.name).int(0, 0x7fffffff))
  const drawn = context.contract.generator.compile(operation.itemSchema)(random, 0)
  const { [collection.key]: _id, ...values } = isFields(drawn) ? drawn : {}
  return values
}

function seedItem(task: Task, given: Fields): Fields {
  const { collection, operation, context, caller } = task
  const { name, key } = collection
  // a typo would leave the property to chance
  const { properties, oneOf = [] } = resolveSchema(context.contract.document, operation.itemSchema)
  const variants = oneOf.map((each) => resolveSchema(context.contract.document, each).properties)
  const known = new Set([properties, ...variants].flatMap((each) => Object.keys(each ?? {})))
  const stray = Object.keys(given).find((each) => !known.has(each))
  if (stray !== undefined && known.size > 0)
    throw new TypeError(`Items of ${name} have no ${stray}; they have ${[...known].join(', ')}`)
  const { [key]: givenId, ...values } = given
  // an explicit id names a new item, so other items with it are not looked up
  const made = makeEntry(task, { values: toOverlay(values), id: null })
  const id = typeof givenId === 'string' ? givenId : made.id
  const item: Fields = { ...made.item, ...values, [key]: id }
  const [fault] = itemCheck(operation)?.(item) ?? []
  if (fault !== undefined)
    throw new TypeError(`An item does not fit ${name}: ${fault.instancePath} ${fault.message ?? fault.keyword}`)
  const { organizationId, userId } = caller
  context.store.add(name, { id, item, organizationId, userId, progress: null })
  return item
}

/** Stores the items of the contract's examples for the person of the examples. Its example requests name no others. */
export function seedExamples(
  { collections, store }: ResourceContext,
  { organizationId, userId }: Caller,
  isIncluded: (collection: string) => boolean = () => true,
): void {
  for (const collection of collections.values()) {
    if (!isIncluded(collection.name) || placeWithin(collection) !== undefined) continue
    for (const example of exampleItems(collection).toReversed()) {
      const item = structuredClone(example)
      const id = String(item[collection.key])
      store.add(collection.name, { id, item, organizationId, userId, progress: null, isExample: true })
    }
  }
}
