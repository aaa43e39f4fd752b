import { resolveSchema } from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import type { Caller } from '../identity/caller.ts'
import type { SeedInput } from '../mock.ts'
import { type Collection, type ResourceOperation, shownBy } from './collections.ts'
import { itemCheck } from './compose.ts'
import { makeEntry } from './create-items.ts'
import { toOverlay } from './pointer.ts'
import { type Fields, isFields } from './request-fields.ts'
import type { ResourceContext, Task } from './task.ts'
import { seedOf } from '../generate/generator.ts'
import { readCallerRules } from '../identity/directory.ts'
import { methodOf } from '../replies/served-contract.ts'
import { exampleItems, exampleValues } from './example-items.ts'

/** Generating more takes minutes, and the response would exceed the maximum string length. */
const maxSeededItems = 10_000

/** Adds items to a collection. Throws a `TypeError` when the contract has no such collection, or an item is invalid. */
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

/** Every value of a generated item, including those that a request would leave empty. */
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
  // an explicit id names a new item, so other items with it are not looked up
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
  if (!Number.isInteger(count) || count < 0 || count > maxSeededItems)
    throw new TypeError(`items is a list, or a whole number, of at most ${maxSeededItems}`)
}

/** Rejects unknown names, since a typo would leave the property to chance. */
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

/**
 * Stores the items of the contract's examples for the person of the examples, and the items that its example
 * requests name, so that every example request succeeds.
 */
export function seedExamples(
  context: ResourceContext,
  person: Caller,
  isIncluded: (collection: string) => boolean = () => true,
): void {
  const wanted = [...context.collections.values()].filter(({ name }) => isIncluded(name))
  const roots = wanted.filter(({ operations }) => !operations.some(isWithin))
  for (const collection of roots)
    for (const item of exampleItems(collection).toReversed()) put(context, person, { collection, item })
  for (const collection of wanted) {
    for (const operation of collection.operations) seedNamed(context, person, { collection, operation })
  }
  seedReferencedItems(context, person, isIncluded)
  seedMembers(context, person, isIncluded)
}

/** Items that example requests refer to. */
function seedReferencedItems(
  context: ResourceContext,
  person: Caller,
  isIncluded: (collection: string) => boolean,
): void {
  const { contract, document } = context.contract
  const groups = readCallerRules(document)?.groups
  for (const operation of contract.operations) {
    const rules = document.paths[operation.path]?.[methodOf(operation)]?.['x-refusals'] ?? []
    for (const { known, in: name, when } of rules) {
      if (when !== undefined) continue // the rules of an example determine the type of the item it names
      const collection = context.collections.get(name ?? '')
      if (known === undefined || collection === undefined || collection.operations.some(isWithin)) continue
      if (!isIncluded(collection.name)) continue
      for (const id of exampleValues(document, context.contract.served(operation), known)) {
        const isNew = context.store.find(collection.name, id) === undefined
        const item = seedRow(context, person, { collection, id })
        // the person of the examples is a member of groups that they share with
        if (isNew && collection.name === groups)
          Object.assign(item, { organizationId: person.organizationId, users: [{ id: person.userId }] })
      }
    }
  }
}

/** Members of groups are also people of the directory. */
function seedMembers(context: ResourceContext, person: Caller, isIncluded: (collection: string) => boolean): void {
  const rules = readCallerRules(context.contract.document)
  const people = context.collections.get(rules?.people ?? '')
  if (rules === null || people === undefined || !isIncluded(rules.people)) return
  for (const { item: group } of context.store.rows(rules.groups)) {
    const members = Array.isArray(group['users']) ? group['users'].filter(isFields) : []
    for (const { id } of members) {
      if (context.store.find(people.name, String(id)) !== undefined) continue
      const row = seedRow(context, person, { collection: people, id: String(id) })
      Object.assign(row, { organizationId: group['organizationId'], groupIds: [group['id']], roles: ['member'] })
    }
  }
}

function isWithin({ resource }: ResourceOperation): boolean {
  return resource.within !== undefined
}

interface Place {
  collection: Collection
  operation: ResourceOperation
}

/** Creates items that an operation's example request names and that do not exist. */
function seedNamed(context: ResourceContext, person: Caller, { collection, operation }: Place): void {
  const { verb, id, within } = operation.resource
  const ids =
    id === undefined || verb === 'create' || verb === 'list'
      ? []
      : exampleValues(context.contract.document, operation.served, id)
  if (within === undefined) {
    for (const each of ids) seedRow(context, person, { collection, id: each })
    return
  }
  const parents = context.collections.get(within.collection)
  if (parents === undefined) return
  for (const parentId of exampleValues(context.contract.document, operation.served, within.id)) {
    const parent = seedRow(context, person, { collection: parents, id: parentId })
    for (const each of ids) seedEntry(context, parent, { collection, property: within.property, id: each })
  }
}

function seedRow(
  context: ResourceContext,
  person: Caller,
  { collection, id }: { collection: Collection; id: string },
): Fields {
  const found = context.store.find(collection.name, id)
  if (found !== undefined) return found.item
  const like = exampleItems(collection)[0] ?? draw(context, shownBy(collection), id)
  const item = { ...like, ...factsOf(context, id, like), [collection.key]: id }
  return put(context, person, { collection, item })
}

/** The values of this item in other items, from the most detailed mention: a colleague there is the same person here. */
function factsOf({ store }: ResourceContext, id: string, like: Fields): Fields {
  const mentions = store.names().flatMap((name) => store.rows(name).flatMap(({ item }) => findById(item, id)))
  const known = mentions.map((each) => Object.entries(each).filter(([field]) => Object.hasOwn(like, field)))
  return Object.fromEntries(known.toSorted((left, right) => right.length - left.length)[0] ?? [])
}

function findById(value: unknown, id: string): Fields[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isFields(value) && value['id'] === id ? [value] : []
  return [...own, ...Object.values(value).flatMap((inner) => findById(inner, id))]
}

function seedEntry(
  context: ResourceContext,
  parent: Fields,
  { collection, property, id }: { collection: Collection; property: string; id: string },
): void {
  const list = parent[property]
  if (!Array.isArray(list) || list.some((each) => isFields(each) && each[collection.key] === id)) return
  const like: unknown = list[0] ?? draw(context, shownBy(collection), id)
  parent[property] = [...(list as unknown[]), { ...(like as Fields), [collection.key]: id }] // an item, as its list's schema requires
}

function draw({ contract }: ResourceContext, readOperation: ResourceOperation | undefined, id: string): Fields {
  const drawn = contract.generator.compile(readOperation?.itemSchema ?? {})(createRandom(seedOf(1, id)), 0)
  return isFields(drawn) ? drawn : {}
}

function put(
  context: ResourceContext,
  person: Caller,
  { collection, item }: { collection: Collection; item: Fields },
): Fields {
  const { organizationId, userId } = person
  const own = structuredClone(item)
  context.store.add(collection.name, {
    id: String(own[collection.key]),
    item: own,
    organizationId,
    userId,
    progress: null,
    isExample: true,
  })
  return own
}
