import {
  type ContractDocument,
  jsonType,
  type ParameterObject,
  type Progress,
  resolve,
  resolveSchema,
  type Resource,
  type Schema,
  type Validate,
} from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { seedOf } from '../generate/generator.ts'
import type { ServedContract, ServedOperation } from '../replies/served-contract.ts'
import { examplesOf } from '../replies/success.ts'
import {
  applyOverlay,
  type Fields,
  isFields,
  splitPlace,
  stepsOf,
  toOverlay,
  valueAt,
  valuesAt,
  withValueAt,
} from './fields.ts'

/** An operation that works on a collection. */
export interface ResourceOperation {
  served: ServedOperation
  resource: Resource
  /** Where the reply contains the item or the items. */
  pointer: string
  itemSchema: Schema
  /** Maximum length of the list in the reply. */
  maxItems: number
  /** Whether the request accepts a cursor, and the reply returns the next. */
  takesCursor: boolean
}

/** A set of items with one schema. */
export interface Collection {
  name: string
  /** The property with the item's id. */
  key: string
  progress: Progress | null
  operations: ResourceOperation[]
}

/** Finds the collections of a contract and the operations on them. */
export function readCollections(contract: ServedContract): Map<string, Collection> {
  const collections = new Map<string, Collection>()
  for (const operation of contract.contract.operations) {
    const { resource } = operation
    if (resource === null) continue
    const { collection: name, verb, item, key } = resource
    const served = contract.served(operation)
    const pointer = item ?? (verb === 'list' ? '/items' : '')
    const collection = collections.get(name) ?? { name, key: 'id', progress: null, operations: [] }
    if (key !== undefined) collection.key = key
    collection.progress ??= served.source['x-progress'] ?? null
    const { document } = contract
    const found = schemaAt(document, served.success.schema, pointer)
    const { items, type, maxItems = Infinity } = resolveSchema(document, found)
    const itemSchema = type === 'array' && items !== undefined ? items : found
    const takesCursor = takesField(document, served, 'cursor')
    collection.operations.push({ served, resource, pointer, itemSchema, maxItems, takesCursor })
    collections.set(name, collection)
  }
  return collections
}

/** The operation that shows items in most detail: read, then list, then any that creates or changes them. */
export function shownBy({ operations }: { operations: Collection['operations'] }): ResourceOperation | undefined {
  return (
    operations.find(({ resource }) => resource.verb === 'read') ??
    operations.find(({ resource }) => resource.verb === 'list') ??
    operations.find(({ resource }) => resource.verb === 'create' || resource.verb === 'update')
  )
}

/** The place of a collection's items inside other items; undefined for one with rows of its own. */
export function placeWithin({ operations }: Collection): Resource['within'] {
  return operations.find(({ resource }) => resource.within !== undefined)?.resource.within
}

/** The schema at a pointer into a schema; it allows everything when the schema does not describe that place. */
function schemaAt(document: ContractDocument, schema: Schema, pointer: string): Schema {
  return stepsOf(pointer).reduce((found, step) => resolveSchema(document, found).properties?.[step] ?? {}, schema)
}

/** Whether a request may have a field, in its query or in its body. */
function takesField(document: ContractDocument, { source }: ServedOperation, name: string): boolean {
  const body = source.requestBody?.content[jsonType]?.schema as Schema | undefined // a schema, enforced by the linter
  return (
    (source.parameters ?? []).some((each) => resolve<ParameterObject>(document, each).name === name) ||
    (body !== undefined && Object.hasOwn(resolveSchema(document, body).properties ?? {}, name))
  )
}

const shownFirst = ['read', 'list', 'update', 'create'] as const

/** The items of a collection in the contract's examples, each id once; the example of a read has precedence. */
export function exampleItems({ operations, key }: Collection): Fields[] {
  const found = new Map<unknown, Fields>()
  for (const verb of shownFirst)
    for (const { served, resource, pointer } of operations) {
      // an item that may be created only once is left to its example request
      const isOnce = verb === 'create' && (served.source['x-refusals'] ?? []).some(({ unique }) => unique !== undefined)
      if (resource.verb !== verb || isOnce) continue
      for (const item of [...served.success.examples.values()].flatMap((body) => itemsOf(body, pointer))) {
        const id = item[key]
        if ((typeof id === 'string' || typeof id === 'number') && !found.has(id)) found.set(id, item)
      }
    }
  return [...found.values()]
}

/** The values in the contract's examples at a path of a request: `path.NAME`, `query.NAME` or `body.POINTER`. */
export function exampleValues(
  document: ContractDocument,
  { operation, source }: ServedOperation,
  place: string,
): string[] {
  const [part, name] = splitPlace(place)
  const parameters = [...(document.paths[operation.path]?.parameters ?? []), ...(source.parameters ?? [])]
  const found: unknown[] =
    part === 'body'
      ? Object.values(source.requestBody?.content ?? {})
          .flatMap((media) => examplesOf(document, media))
          .flatMap(([, body]) => valuesAt(body, name))
      : parameters
          .map((each) => resolve<ParameterObject>(document, each))
          .filter((each) => each.in === part && each.name === name)
          .flatMap((each) => [...examplesOf(document, each).map(([, value]) => value), each.schema['example']])
  return found.filter((value) => typeof value === 'string')
}

/** The base of an operation's reply: its first example, or a seeded body. */
export function baseBody({ served: { success, operation } }: ResourceOperation): unknown {
  for (const example of success.examples.values()) return example
  return success.draw(createRandom(seedOf(1, operation.id)), 0)
}

/** A reply's item, or the items of its list, from the examples. */
export function itemsOf(body: unknown, pointer: string): Fields[] {
  return [valueAt(body, pointer)].flat().filter(isFields)
}

/** Inserts an item, or items, into the reply of an operation. */
export function compose(operation: ResourceOperation, items: readonly Fields[]): unknown {
  const base = baseBody(operation)
  const isList = Array.isArray(valueAt(base, operation.pointer))
  return withValueAt(base, operation.pointer, isList ? items : items[0])
}

/** Validates one item inside the reply that would contain it. */
export function itemCheck(operation: ResourceOperation): Validate | null {
  const { check } = operation.served.success
  return check === null ? null : (item: unknown) => check(compose(operation, isFields(item) ? [item] : []))
}

/** Converts an item to the schema of another operation: properties missing in its schema are removed, and missing values filled in. */
export function conform(
  operation: ResourceOperation,
  readOperation: ResourceOperation | undefined,
  item: Fields,
): Fields {
  const { shows } = operation.resource
  const { $ref } = operation.itemSchema
  const isSame = readOperation === undefined || ($ref !== undefined && readOperation.itemSchema.$ref === $ref)
  const check = itemCheck(operation)
  if (shows === undefined && (isSame || check === null || check(item).length === 0)) return item
  const [example] = itemsOf(baseBody(operation), operation.pointer)
  if (example === undefined) return item
  if (shows === undefined) {
    const known = Object.entries(item).filter(([name]) => Object.hasOwn(example, name))
    return applyOverlay(example, toOverlay(Object.fromEntries(known)), check)
  }
  // the property names of the operation's reply
  const shown = Object.keys(example).map((name): [string, unknown] => {
    return [name, shownValue(item, shows[name] ?? `/${name}`)]
  })
  return { ...example, ...Object.fromEntries(shown.filter(([, value]) => value !== undefined)) }
}

/** The value at a place of an item; of a list behind `#`, how many it has. */
function shownValue(item: Fields, place: string): unknown {
  if (!place.startsWith('#')) return valueAt(item, place)
  const list = valueAt(item, place.slice(1))
  if (list === undefined) return undefined
  return Array.isArray(list) ? list.length : 0
}
