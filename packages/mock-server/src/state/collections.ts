import {
  type ContractDocument,
  jsonType,
  type OperationObject,
  type ParameterObject,
  type Progress,
  resolve,
  resolveSchema,
  type Resource,
  type Schema,
} from '@auspex/contract'
import type { ServedContract, ServedOperation } from '../replies/served-contract.ts'
import { stepsOf } from './pointer.ts'

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
    const served = contract.served(operation)
    const pointer = resource.item ?? (resource.verb === 'list' ? '/items' : '')
    const collection = collections.get(resource.collection) ?? {
      name: resource.collection,
      key: 'id',
      progress: null,
      operations: [],
    }
    if (resource.key !== undefined) collection.key = resource.key
    collection.progress ??= served.source['x-progress'] ?? null
    collection.operations.push({ served, resource, pointer, ...shapeOf(contract, served, pointer) })
    collections.set(resource.collection, collection)
  }
  return collections
}

/** The operation that shows items in most detail: read, then list, then any that creates or changes them. */
export function shownBy({ operations }: Pick<Collection, 'operations'>): ResourceOperation | undefined {
  return (
    operations.find(({ resource }) => resource.verb === 'read') ??
    operations.find(({ resource }) => resource.verb === 'list') ??
    operations.find(({ resource }) => resource.verb === 'create' || resource.verb === 'update')
  )
}

function shapeOf({ document }: ServedContract, { success, source }: ServedOperation, pointer: string) {
  const found = schemaAt(document, success.schema, pointer)
  const { items, type, maxItems = Infinity } = resolveSchema(document, found)
  return {
    itemSchema: type === 'array' && items !== undefined ? items : found,
    maxItems,
    takesCursor: takesField(document, source, 'cursor'),
  }
}

/** The schema at a pointer into a schema; it allows everything when the schema does not describe that place. */
function schemaAt(document: ContractDocument, schema: Schema, pointer: string): Schema {
  let found = schema
  for (const step of stepsOf(pointer)) found = resolveSchema(document, found).properties?.[step] ?? {}
  return found
}

/** Whether a request may have a field, in its query or in its body. */
function takesField(
  document: ContractDocument,
  { parameters = [], requestBody }: OperationObject,
  name: string,
): boolean {
  const body = requestBody?.content[jsonType]?.schema as Schema | undefined // a schema, enforced by the linter
  return (
    parameters.some((each) => resolve<ParameterObject>(document, each).name === name) ||
    (body !== undefined && Object.hasOwn(resolveSchema(document, body).properties ?? {}, name))
  )
}
