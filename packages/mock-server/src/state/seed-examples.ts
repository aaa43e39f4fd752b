import { resolveSchema } from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { seedOf } from '../generate/generator.ts'
import type { Caller } from '../identity/caller.ts'
import { readCallerRules } from '../identity/directory.ts'
import type { SeedInput } from '../mock.ts'
import { methodOf } from '../replies/served-contract.ts'
import { type Collection, exampleItems, exampleValues, itemCheck, placeWithin, shownBy } from './collections.ts'
import { type Fields, fieldsAt, isFields, objectsIn, toOverlay } from './fields.ts'
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
  const count = typeof items === 'number' ? items : Array.isArray(items) ? items.length : NaN
  if (!Number.isInteger(count) || count < 0 || count > maxSeededItems)
    throw new TypeError(`items is a list, or a whole number, of at most ${maxSeededItems}`)
  const repository = context.repositoryOf(collection, owner, 'user')
  const input = { path: {}, query: {}, headers: {}, body: {} }
  const task: Task = { context, collection, operation, readOperation: operation, repository, caller: owner, input }
  const wanted = typeof items === 'number' ? Array.from({ length: items }, () => drawValues(task)) : items
  return wanted.map((fields) => seedItem(task, fields))
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

/** Stores the items of the contract's examples for the person of the examples, and the items that its example requests name, so that every example request succeeds. */
export function seedExamples(
  context: ResourceContext,
  person: Caller,
  isIncluded: (collection: string) => boolean = () => true,
): void {
  new ExampleSeeder(context, person, isIncluded).seed()
}

class ExampleSeeder {
  readonly #context: ResourceContext
  readonly #person: Caller
  readonly #isIncluded: (collection: string) => boolean

  constructor(context: ResourceContext, person: Caller, isIncluded: (collection: string) => boolean) {
    this.#context = context
    this.#person = person
    this.#isIncluded = isIncluded
  }

  seed(): void {
    const wanted = [...this.#context.collections.values()].filter(({ name }) => this.#isIncluded(name))
    for (const collection of wanted)
      if (placeWithin(collection) === undefined)
        for (const item of exampleItems(collection).toReversed()) this.#put(collection, item)
    for (const collection of wanted) this.#seedNamed(collection)
    this.#seedReferenced()
    this.#seedMembers()
  }

  /** Items that the example requests of a collection's operations name and that do not exist. */
  #seedNamed(collection: Collection): void {
    const { document } = this.#context.contract
    for (const { served, resource } of collection.operations) {
      const { verb, id, within } = resource
      const isNaming = id !== undefined && verb !== 'create' && verb !== 'list'
      const ids = isNaming ? exampleValues(document, served, id) : []
      const parents = this.#context.collections.get(within?.collection ?? '')
      if (within === undefined) for (const each of ids) this.#seedRow(collection, each)
      else if (parents !== undefined)
        for (const parentId of exampleValues(document, served, within.id)) {
          const parent = this.#seedRow(parents, parentId)
          for (const each of ids) this.#seedEntry(parent, collection, within.property, each)
        }
    }
  }

  /** Items that rules of example requests refer to. */
  #seedReferenced(): void {
    const { contract, collections, store } = this.#context
    const { document } = contract
    const groups = readCallerRules(document)?.groups
    for (const operation of contract.contract.operations) {
      const rules = document.paths[operation.path]?.[methodOf(operation)]?.['x-refusals'] ?? []
      for (const { known, in: name = '', when } of rules) {
        const collection = collections.get(name)
        if (when !== undefined || known === undefined) continue // the rules of an example determine the type of the item it names
        if (collection === undefined || placeWithin(collection) !== undefined || !this.#isIncluded(name)) continue
        for (const id of exampleValues(document, contract.served(operation), known)) {
          const isNew = store.find(name, id) === undefined
          const item = this.#seedRow(collection, id)
          const { organizationId, userId } = this.#person
          // the person of the examples is a member of groups that they share with
          if (isNew && name === groups) Object.assign(item, { organizationId, users: [{ id: userId }] })
        }
      }
    }
  }

  /** Members of groups are also people of the directory. */
  #seedMembers(): void {
    const { contract, collections, store } = this.#context
    const rules = readCallerRules(contract.document)
    const people = collections.get(rules?.people ?? '')
    if (rules === null || people === undefined || !this.#isIncluded(rules.people)) return
    for (const { item: group } of store.rows(rules.groups))
      for (const { id } of fieldsAt(group['users'])) {
        if (store.find(people.name, String(id)) !== undefined) continue
        const { organizationId, id: groupId } = group
        Object.assign(this.#seedRow(people, String(id)), { organizationId, groupIds: [groupId], roles: ['member'] })
      }
  }

  #seedRow(collection: Collection, id: string): Fields {
    const found = this.#context.store.find(collection.name, id)
    if (found !== undefined) return found.item
    const like = exampleItems(collection)[0] ?? this.#draw(collection, id)
    return this.#put(collection, { ...like, ...this.#mentioned(id, like), [collection.key]: id })
  }

  /** The values of this item in other items, from the most detailed mention: a colleague there is the same person here. */
  #mentioned(id: string, like: Fields): Fields {
    const { store } = this.#context
    const mentions = store
      .names()
      .flatMap((name) =>
        store.rows(name).flatMap(({ item }) => [...objectsIn(item)].filter((each) => each['id'] === id)),
      )
    const known = mentions.map((each) => Object.entries(each).filter(([field]) => Object.hasOwn(like, field)))
    return Object.fromEntries(known.toSorted((left, right) => right.length - left.length)[0] ?? [])
  }

  #seedEntry(parent: Fields, collection: Collection, property: string, id: string): void {
    const list = parent[property]
    if (!Array.isArray(list) || list.some((each) => isFields(each) && each[collection.key] === id)) return
    const like: unknown = list[0] ?? this.#draw(collection, id)
    parent[property] = [...(list as unknown[]), { ...(like as Fields), [collection.key]: id }] // an item, as its list's schema requires
  }

  #draw(collection: Collection, id: string): Fields {
    const schema = shownBy(collection)?.itemSchema ?? {}
    const drawn = this.#context.contract.generator.compile(schema)(createRandom(seedOf(1, id)), 0)
    return isFields(drawn) ? drawn : {}
  }

  #put({ name, key }: Collection, item: Fields): Fields {
    const { organizationId, userId } = this.#person
    const own = structuredClone(item)
    const id = String(own[key])
    this.#context.store.add(name, { id, item: own, organizationId, userId, progress: null, isExample: true })
    return own
  }
}
