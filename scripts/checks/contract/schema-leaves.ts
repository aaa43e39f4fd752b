import { type ContractDocument, resolve, type Schema, typesOf } from '@auspex/contract'
import { listOperations, type WrittenOperation } from './list-operations.ts'

/** How many leaves of one kind there are, and where those without bounds are. */
export interface LeafCount {
  total: number
  loose: string[]
}

/** Every leaf that a request or a response can reach, and the places whose shape is undefined. */
export interface SchemaLeaves {
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
  const leaves: SchemaLeaves = {
    strings: { total: 0, loose: [] },
    arrays: { total: 0, loose: [] },
    numbers: { total: 0, loose: [] },
    bare: [],
  }
  const visited = new Set<object>()

  const walk = (value: unknown, place: string, isNamed: boolean): void => {
    if (value === false) return // the schema `false` allows nothing
    if (typeof value !== 'object' || value === null) {
      leaves.bare.push(place)
      return
    }
    if (visited.has(value)) return
    visited.add(value)
    const schema: Schema = value
    if (schema.$ref !== undefined) {
      walk(
        resolve<object>(document, { $ref: schema.$ref }),
        schema.$ref,
        schema.$ref.startsWith('#/components/schemas/'),
      )
      return
    }
    const types = valueTypes(schema)
    const parts = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
    if (types.length === 0 && parts.length === 0) leaves.bare.push(place)
    for (const type of types) countType(type, { schema, place, isNamed })
    parts.forEach((part, index) => walk(part, `${place}/${index}`, false))
    for (const items of [schema.items, ...(schema.prefixItems ?? [])])
      if (items !== undefined) walk(items, `${place}/items`, false)
    for (const [name, property] of Object.entries({ ...schema.patternProperties, ...schema.properties }))
      walk(property, `${place}/${name}`, false)
    if (isSchema(schema.additionalProperties)) walk(schema.additionalProperties, `${place}/*`, false)
    if (schema.propertyNames !== undefined) walk(schema.propertyNames, `${place}/names`, false)
  }

  const countType = (type: string, { schema, place, isNamed }: { schema: Schema; place: string; isNamed: boolean }) => {
    const isFixed = 'const' in schema || schema.enum !== undefined
    if (type === 'string') tally(leaves.strings, place, isFixed || schema.maxLength !== undefined)
    if (type === 'array') tally(leaves.arrays, place, isFixed || schema.maxItems !== undefined)
    if (type === 'number' || type === 'integer') tally(leaves.numbers, place, isFixed || hasBothEnds(schema))
    if (type === 'object' && (!isNamed || !saysProperties(schema))) leaves.bare.push(place)
  }

  for (const { place, schema } of listRoots(document)) walk(schema, place, false)
  return leaves
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

function saysProperties({ properties, patternProperties, additionalProperties }: Schema): boolean {
  return properties !== undefined || patternProperties !== undefined || isSchema(additionalProperties)
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** The schemas where operations start. */
function listRoots(document: ContractDocument): Root[] {
  return listOperations(document).flatMap((written) => rootsOf(document, written))
}

interface Root {
  place: string
  schema: unknown
}

function rootsOf(document: ContractDocument, { operation, parameters }: WrittenOperation): Root[] {
  const { operationId, requestBody, responses } = operation
  const replies = Object.entries(responses).flatMap(([status, response]) => {
    const { content = {}, headers = {} } = resolve(document, response)
    return [
      ...Object.entries(content).map(([type, { schema }]) => ({ place: `${operationId} ${status} ${type}`, schema })),
      ...Object.entries(headers).map(([name, header]) => ({
        place: `${operationId} ${status} ${name}`,
        schema: resolve<{ schema?: unknown }>(document, header as object).schema, // a header or a reference to one, as the linter ensures
      })),
    ]
  })
  return [
    ...parameters.map(({ name, schema }) => ({ place: `${operationId} ${name}`, schema })),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({
      place: `${operationId} ${type}`,
      schema,
    })),
    ...replies,
  ]
}
