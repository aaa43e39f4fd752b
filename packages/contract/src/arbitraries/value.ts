import * as fc from 'fast-check'
import { countryCodes } from '../countries.ts'
import { resolveSchema, type Schema, typesOf } from '../schema.ts'
import type { ContractDocument } from '../document.ts'

/** Letters of several scripts and widths; each is one code point, as JSON Schema counts length. */
const letter = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 -_.é漢ж🙂'))

/** Maximum length: longer texts show nothing that short ones do not. */
const maxTextLength = 60

/** Strings of a pattern by the pattern: making them takes fast-check tens of milliseconds, and a contract repeats a few patterns hundreds of times. */
const matches = new Map<string, fc.Arbitrary<string>>()

function matching(pattern: string): fc.Arbitrary<string> {
  let strings = matches.get(pattern)
  if (strings === undefined) matches.set(pattern, (strings = fc.stringMatching(new RegExp(pattern))))
  return strings
}

/** Strings that a schema allows. */
function textArbitrary(schema: Schema): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = maxTextLength } = schema
  const hasLength = (text: string): boolean => {
    const { length } = Array.from(text)
    return length >= minLength && length <= maxLength
  }
  if (schema['x-country'] === true) return fc.constantFrom(...countryCodes())
  if (pattern !== undefined) return matching(pattern).filter(hasLength)
  const formatted = format === undefined ? undefined : formats[format]
  if (formatted !== undefined) return formatted().filter(hasLength)
  return fc.string({ unit: letter, minLength, maxLength: Math.max(minLength, Math.min(maxLength, maxTextLength)) })
}

function moment() {
  return fc.date({ min: new Date('2007-01-01T00:00:00Z'), max: new Date('2026-11-21T00:00:00Z'), noInvalidDate: true })
}

const formats: Record<string, () => fc.Arbitrary<string>> = {
  date: () => moment().map((date) => date.toISOString().slice(0, 10)),
  'date-time': () => moment().map((date) => date.toISOString()),
  uri: () => matching('^https://[a-z]{3,10}\\.example/[a-z0-9]{0,12}$'),
  'uri-reference': () => matching('^/[a-z0-9]{1,12}$'),
  email: () => matching('^[a-z]{2,10}@[a-z]{2,10}\\.example$'),
  uuid: () => fc.uuid(),
  time: () => moment().map((date) => date.toISOString().slice(11)),
  binary: () => fc.constant(''),
}

export interface ValueChoices {
  document: ContractDocument
  /** Every optional property is present, arrays have an item, and nullable values are not null: a place for every fault. */
  isComplete: boolean
}

/** Maximum nesting of objects and lists before optional parts are left out. */
const maxDepth = 5

/** Values that a schema allows. */
export function valueArbitrary(schema: Schema, choices: ValueChoices, depth = 0): fc.Arbitrary<unknown> {
  const resolved = resolveSchema(choices.document, schema)
  if (resolved.const !== undefined) return fc.constant(resolved.const)
  if (resolved.enum !== undefined) {
    const values = choices.isComplete ? resolved.enum.filter((value) => value !== null) : resolved.enum
    return fc.constantFrom(...values)
  }
  const branches = resolved.oneOf ?? resolved.anyOf
  if (branches !== undefined) {
    const usable = choices.isComplete
      ? branches.filter((branch) => resolveSchema(choices.document, branch).type !== 'null')
      : branches
    return fc.oneof(...usable.map((branch) => valueArbitrary(branch, choices, depth)))
  }
  const types = typesOf(resolved).filter(
    (type) => !(choices.isComplete && type === 'null' && typesOf(resolved).length > 1),
  )
  if (types.length === 0)
    return resolved.properties === undefined ? fc.jsonValue({ maxDepth: 1 }) : objectArbitrary(resolved, choices, depth)
  return fc.oneof(...types.map((type) => typedArbitrary(type, resolved, choices, depth)))
}

function typedArbitrary(type: string, schema: Schema, choices: ValueChoices, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: Math.ceil(lowest(schema)), max: Math.floor(highest(schema)) })
    case 'number':
      return fc
        .double({ min: lowest(schema), max: highest(schema), noNaN: true, noDefaultInfinity: true })
        .map((value) => (Object.is(value, -0) ? 0 : value))
    case 'string':
      return textArbitrary(schema)
    case 'array':
      return arrayArbitrary(schema, choices, depth)
    case 'object':
      return objectArbitrary(schema, choices, depth)
    default:
      throw new Error(`The contract uses the type ${type}, which has no arbitrary`)
  }
}

function lowest({ minimum, exclusiveMinimum }: Schema): number {
  return minimum ?? (exclusiveMinimum === undefined ? -1e6 : exclusiveMinimum + 1e-6)
}

function highest({ maximum, exclusiveMaximum }: Schema): number {
  return Math.min(maximum ?? (exclusiveMaximum === undefined ? 1e6 : exclusiveMaximum - 1e-6), 2 ** 31 - 1)
}

function arrayArbitrary(schema: Schema, choices: ValueChoices, depth: number): fc.Arbitrary<unknown> {
  const minItems = Math.max(schema.minItems ?? 0, choices.isComplete && depth < maxDepth ? 1 : 0)
  const maxItems = Math.max(minItems, Math.min(schema.maxItems ?? 3, depth < maxDepth ? 3 : 0))
  const item = valueArbitrary(schema.items ?? {}, choices, depth + 1)
  const limits = { minLength: minItems, maxLength: Math.min(maxItems, schema.maxItems ?? maxItems) }
  return schema.uniqueItems
    ? fc.uniqueArray(item, { ...limits, selector: (value) => JSON.stringify(value) })
    : fc.array(item, limits)
}

function objectArbitrary(schema: Schema, choices: ValueChoices, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const isDeep = depth >= maxDepth
  const names = Object.keys(properties).filter((name) => !isDeep || required.includes(name))
  const model = Object.fromEntries(
    names.map((name) => [name, valueArbitrary(properties[name] ?? {}, choices, depth + 1)]),
  )
  const requiredKeys = choices.isComplete ? names : names.filter((name) => required.includes(name))
  const record = fc.record(model, { requiredKeys: requiredKeys as never[], noNullPrototype: true }) // its type requires literal names
  const minNames = Math.min(schema.minProperties ?? 0, names.length)
  const namedFields = minNames > 0 ? record.filter((drawn) => Object.keys(drawn).length >= minNames) : record
  if (typeof additionalProperties !== 'object') return namedFields
  const extra = fc.dictionary(matching('^[a-z]{3,12}$'), valueArbitrary(additionalProperties, choices, depth + 1), {
    minKeys: Math.max(schema.minProperties ?? 0, choices.isComplete ? 1 : 0),
    maxKeys: Math.min(schema.maxProperties ?? 3, 3),
    noNullPrototype: true,
  })
  return fc.tuple(namedFields, extra).map(([ownFields, more]) => ({ ...more, ...ownFields }))
}
