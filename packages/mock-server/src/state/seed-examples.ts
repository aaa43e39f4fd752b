import { createRandom } from '@auspex/contract/random'
import { seedOf } from '../generate/seed-of.ts'
import type { Caller } from '../identity/caller.ts'
import { readCallerRules } from '../identity/directory.ts'
import { methodOf } from '../replies/served-contract.ts'
import { type Collection, type ResourceOperation, shownBy } from './collections.ts'
import { exampleItems } from './example-items.ts'
import { exampleValues } from './example-values.ts'
import { type Fields, isFields } from './request-fields.ts'
import type { ResourceContext } from './task.ts'

/**
 * Puts the items that the contract's examples show into the store, owned by the person of the examples, and beside them what its example
 * requests name: so that every example request finds what it asks for.
 */
export function seedExamples(
  context: ResourceContext,
  person: Caller,
  isWanted: (collection: string) => boolean = () => true,
): void {
  const wanted = [...context.collections.values()].filter(({ name }) => isWanted(name))
  const roots = wanted.filter(({ operations }) => !operations.some(isWithin))
  for (const collection of roots)
    for (const item of exampleItems(collection).toReversed()) put(context, person, { collection, item })
  for (const collection of wanted) {
    for (const operation of collection.operations) seedNamed(context, person, { collection, operation })
  }
  seedKnown(context, person, isWanted)
  seedMembers(context, person, isWanted)
}

/** What example requests refer to. */
function seedKnown(context: ResourceContext, person: Caller, isWanted: (collection: string) => boolean): void {
  const { contract, document } = context.contract
  const groups = readCallerRules(document)?.groups
  for (const operation of contract.operations) {
    const rules = document.paths[operation.path]?.[methodOf(operation)]?.['x-refusals'] ?? []
    for (const { known, in: name, when } of rules) {
      if (when !== undefined) continue // which kind of thing an example names is for its own rules to say
      const collection = context.collections.get(name ?? '')
      if (known === undefined || collection === undefined || collection.operations.some(isWithin)) continue
      if (!isWanted(collection.name)) continue
      for (const id of exampleValues(document, context.contract.served(operation), known)) {
        const isNew = context.store.find(collection.name, id) === undefined
        const item = seedRow(context, person, { collection, id })
        // a group that the person of the examples gives things to is one of theirs
        if (isNew && collection.name === groups)
          Object.assign(item, { organizationId: person.organizationId, users: [{ id: person.userId }] })
      }
    }
  }
}

/** Members of groups are people of the directory too. */
function seedMembers(context: ResourceContext, person: Caller, isWanted: (collection: string) => boolean): void {
  const rules = readCallerRules(context.contract.document)
  const people = context.collections.get(rules?.people ?? '')
  if (rules === null || people === undefined || !isWanted(rules.people)) return
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

/** Makes what an operation's example request names and nobody has. */
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

/** What other items tell of the thing with this id, the one that tells most: a colleague there is the same person here. */
function factsOf({ store }: ResourceContext, id: string, like: Fields): Fields {
  const told = store.names().flatMap((name) => store.rows(name).flatMap(({ item }) => findById(item, id)))
  const known = told.map((each) => Object.entries(each).filter(([field]) => Object.hasOwn(like, field)))
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
  parent[property] = [...(list as unknown[]), { ...(like as Fields), [collection.key]: id }] // an item, as its list's schema demands
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
  })
  return own
}
