import {
  type ContractDocument,
  deepestJson,
  dereference,
  formType,
  maxFields,
  maxNames,
  type Schema,
  typesOf,
} from '@auspex/contract'
import { listOperations } from './list-operations.ts'

/** How many places in requests have bounds, and which do not. */
export interface RequestBounds {
  total: number
  loose: string[]
}

/**
 * Finds every string, list and object in a request that has no bound, every object that accepts unnamed fields without giving a
 * reason, and everything that request parsers would refuse although the schema allows it: recursion, too many levels, too many fields.
 * A place counts once for each path that leads to it.
 */
export function findRequestBounds(document: ContractDocument): RequestBounds {
  const bounds: RequestBounds = { total: 0, loose: [] }
  for (const { operation, parameters } of listOperations(document)) {
    const walk = (schema: Schema, place: string, around: readonly Schema[]): void => {
      const resolved = dereference(document, schema)
      if (around.includes(resolved)) {
        bounds.loose.push(`${place}: recursion`)
        return
      }
      bounds.total += 1
      bounds.loose.push(...faultsOf(resolved, around.length).map((fault) => `${place}: ${fault}`))
      for (const [step, part] of partsOf(resolved)) walk(part, `${place}/${step}`, [...around, resolved])
    }
    for (const { name, schema } of parameters) walk(schema, `${operation.operationId} ${name}`, [])
    for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
      walk(schema as Schema, `${operation.operationId} ${type}`, []) // a media type's schema is a schema
      if (type === formType) bounds.loose.push(...tooManyFields(document, schema as Schema, operation.operationId))
    }
  }
  return bounds
}

function faultsOf(schema: Schema, depth: number): string[] {
  const types = typesOf(schema)
  const isFixed = schema.const !== undefined || schema.enum !== undefined
  const { properties = {}, maxProperties } = schema
  const isOpen = types.includes('object') && schema.additionalProperties !== false
  return [
    ...(types.includes('string') && !isFixed && schema.maxLength === undefined ? ['a string without maxLength'] : []),
    ...(types.includes('array') && schema.maxItems === undefined ? ['a list without maxItems'] : []),
    ...(isOpen && maxProperties === undefined ? ['an object with free fields and without maxProperties'] : []),
    ...(isOpen && typeof schema.additionalProperties !== 'object' && schema['x-open'] === undefined
      ? ['an object with free fields and without x-open, which says why']
      : []),
    ...(Math.max(Object.keys(properties).length, maxProperties ?? 0) > maxNames
      ? [`an object of more than ${maxNames} fields`]
      : []),
    ...(depth >= deepestJson ? [`more than ${deepestJson} levels`] : []),
  ]
}

function partsOf({ items, properties = {}, additionalProperties, oneOf = [], anyOf = [], allOf = [] }: Schema) {
  return [
    ...Object.entries(properties),
    ...(items === undefined ? [] : [['items', items] as const]),
    ...(typeof additionalProperties === 'object' ? [['*', additionalProperties] as const] : []),
    ...[...oneOf, ...anyOf, ...allOf].map((branch, index) => [String(index), branch] as const),
  ]
}

function tooManyFields(document: ContractDocument, form: Schema, operationId: string): string[] {
  const { properties = {} } = dereference(document, form)
  const fields = Object.values(properties).reduce(
    (sum, property) => sum + (dereference(document, property).maxItems ?? 1),
    0,
  )
  return fields > maxFields ? [`${operationId} ${formType}: more than ${maxFields} fields`] : []
}
