import {
  type ContractDocument,
  deepestJson,
  dereference,
  formType,
  maxFields,
  maxNames,
  resolve,
  type Schema,
  typesOf,
} from '@auspex/contract'
import { listOperations, type WrittenOperation } from './operations.ts'

/** How many places in requests have bounds, and which do not. */
interface RequestBounds {
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
    const walk = (schema: Schema, place: string, ancestors: readonly Schema[]): void => {
      const resolved = dereference(document, schema)
      if (ancestors.includes(resolved)) {
        bounds.loose.push(`${place}: recursion`)
        return
      }
      bounds.total += 1
      bounds.loose.push(...faultsOf(resolved, ancestors.length).map((fault) => `${place}: ${fault}`))
      for (const [step, part] of partsOf(resolved)) walk(part, `${place}/${step}`, [...ancestors, resolved])
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

/** How many leaves of one kind there are, and where those without bounds are. */
export interface LeafCount {
  total: number
  loose: string[]
}

/** Every leaf that a request or a response can reach, and the places whose shape is undefined. */
interface SchemaLeaves {
  strings: LeafCount
  arrays: LeafCount
  numbers: LeafCount
  /** Objects without a name or without properties, and schemas that allow anything. */
  bare: string[]
}

/**
 * Counts the leaves of parameters, bodies, responses and headers, each place in the document once. A string is bounded by
 * maxLength, an array by maxItems, a number by both ends; a const or an enum bounds any type.
 */
export function countLeaves(document: ContractDocument): SchemaLeaves {
  const leaves: SchemaLeaves = { strings: newCount(), arrays: newCount(), numbers: newCount(), bare: [] }
  const visited = new Set<object>()

  const walk = (value: unknown, place: string, isNamed: boolean): void => {
    if (value === false) return // the schema `false` allows nothing
    if (!isSchema(value)) return void leaves.bare.push(place)
    if (visited.has(value)) return
    visited.add(value)
    if (value.$ref !== undefined) {
      const { $ref } = value
      return walk(resolve<object>(document, { $ref }), $ref, $ref.startsWith('#/components/schemas/'))
    }
    const types = valueTypes(value)
    const branches = [...(value.oneOf ?? []), ...(value.anyOf ?? []), ...(value.allOf ?? [])]
    if (types.length === 0 && branches.length === 0) leaves.bare.push(place)
    for (const type of types) count(type, value, { place, isNamed })
    const parts = [
      ...branches.entries(),
      ...[value.items, ...(value.prefixItems ?? [])].map((items) => ['items', items] as const),
      ...Object.entries({ ...value.patternProperties, ...value.properties }),
      ['*', isSchema(value.additionalProperties) ? value.additionalProperties : undefined] as const,
      ['names', value.propertyNames] as const,
    ]
    for (const [step, part] of parts) if (part !== undefined) walk(part, `${place}/${step}`, false)
  }

  const count = (type: string, schema: Schema, { place, isNamed }: { place: string; isNamed: boolean }): void => {
    const isFixed = 'const' in schema || schema.enum !== undefined
    if (type === 'string') tally(leaves.strings, place, isFixed || schema.maxLength !== undefined)
    if (type === 'array') tally(leaves.arrays, place, isFixed || schema.maxItems !== undefined)
    if (type === 'number' || type === 'integer') tally(leaves.numbers, place, isFixed || hasBothEnds(schema))
    if (type === 'object' && (!isNamed || !describesProperties(schema))) leaves.bare.push(place)
  }

  for (const written of listOperations(document))
    for (const { place, schema } of rootsOf(document, written)) walk(schema, place, false)
  return leaves
}

function newCount(): LeafCount {
  return { total: 0, loose: [] }
}

function tally(count: LeafCount, place: string, isBounded: boolean): void {
  count.total += 1
  if (!isBounded) count.loose.push(place)
}

function valueTypes(schema: Schema): readonly string[] {
  if (schema.type !== undefined) return typesOf(schema)
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? [])
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
}

function hasBothEnds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): boolean {
  return (minimum ?? exclusiveMinimum) !== undefined && (maximum ?? exclusiveMaximum) !== undefined
}

function describesProperties({ properties, patternProperties, additionalProperties }: Schema): boolean {
  return properties !== undefined || patternProperties !== undefined || isSchema(additionalProperties)
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}

/** The schemas where an operation starts. */
function rootsOf(document: ContractDocument, { operation, parameters }: WrittenOperation) {
  const { operationId, requestBody, responses } = operation
  const ofContent = (content: Record<string, { schema?: unknown }> = {}, status = '') =>
    Object.entries(content).map(([type, { schema }]) => ({
      place: `${operationId} ${status}${type}`,
      schema,
    }))
  return [
    ...parameters.map(({ name, schema }) => ({ place: `${operationId} ${name}`, schema: schema as unknown })),
    ...ofContent(requestBody?.content),
    ...Object.entries(responses).flatMap(([status, response]) => {
      const { content, headers = {} } = resolve(document, response)
      const ofHeaders = Object.entries(headers).map(([name, header]) => ({
        place: `${operationId} ${status} ${name}`,
        schema: resolve<{ schema?: unknown }>(document, header as object).schema, // a header or a reference to one, as the linter ensures
      }))
      return [...ofContent(content, `${status} `), ...ofHeaders]
    }),
  ]
}
