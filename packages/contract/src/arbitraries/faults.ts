import type { ContractDocument } from '../document.ts'
import { dereference, type Schema, typesOf } from '../schema.ts'

/** A violation of one keyword at one place. */
export interface Fault {
  keyword: string
  /** The place, as steps from the root; the first item of a list represents all. */
  steps: readonly (string | number)[]
  /** The forbidden value; `remove` removes a required property. */
  change: { put: unknown } | 'remove'
}

export interface FaultChoices {
  document: ContractDocument
  /**
   * Values arrive as text and are converted to the contract's types: a wrong type cannot be distinguished from a right
   * one.
   */
  isText: boolean
}

/** Every single-keyword fault of a schema, for a value that has all of its parts. */
export function listFaults(schema: Schema, choices: FaultChoices, steps: readonly (string | number)[] = []): Fault[] {
  if (steps.length > 7) return []
  const resolved = dereference(choices.document, schema)
  const at = (keyword: string, put: unknown): Fault => ({ keyword, steps, change: { put } })
  if (resolved.const !== undefined) return choices.isText ? [] : [at('const', 'not-in-the-contract')]
  if (resolved.enum !== undefined) return [at('enum', 'not-in-the-contract')]
  // a fault of one branch may be valid in another: only what no branch allows is a fault
  if (resolved.oneOf !== undefined || resolved.anyOf !== undefined)
    return choices.isText ? [] : [at('oneOf', [[['none of them']]])]
  const types = typesOf(resolved)
  const wrongType =
    choices.isText || types.length === 0 ? [] : [at('type', types.includes('object') ? 'text' : { wrong: true })]
  return [
    ...wrongType,
    ...(types.includes('string') ? textFaults(resolved, at) : []),
    ...(types.includes('integer') || types.includes('number') ? numberFaults(resolved, at) : []),
    ...(types.includes('array') ? arrayFaults(resolved, choices, steps) : []),
    ...(types.includes('object') ? objectFaults(resolved, choices, steps) : []),
  ]
}

type At = (keyword: string, put: unknown) => Fault

function textFaults({ minLength = 0, maxLength, pattern, format, 'x-country': isCountry }: Schema, at: At): Fault[] {
  if (format === 'binary') return []
  return [
    ...(minLength > 1 ? [at('minLength', 'x'.repeat(minLength - 1))] : []),
    // a URL must not grow without bound in transit
    ...(maxLength !== undefined && maxLength < 5000 && pattern === undefined && format === undefined
      ? [at('maxLength', 'x'.repeat(maxLength + 1))]
      : []),
    ...(pattern === undefined ? [] : unlike(pattern).map((text) => at('pattern', text))),
    ...(format === undefined ? [] : [at('format', 'not of that format')]),
    ...(isCountry === true ? [at('x-country', 'ZZ')] : []),
  ]
}

/** A text that the pattern does not match; none when it matches every candidate. */
function unlike(pattern: string): string[] {
  const form = new RegExp(pattern, 'u')
  return ['%%% no such form %%%', ' ', 'x'.repeat(200)].filter((text) => !form.test(text)).slice(0, 1)
}

function numberFaults({ minimum, maximum, type }: Schema, at: At): Fault[] {
  return [
    ...(minimum === undefined ? [] : [at('minimum', minimum - 1)]),
    ...(maximum === undefined ? [] : [at('maximum', maximum + 1)]),
    ...(type === 'integer' && minimum !== undefined ? [at('type', minimum + 0.5)] : []),
  ]
}

function arrayFaults(schema: Schema, choices: FaultChoices, steps: readonly (string | number)[]): Fault[] {
  const { minItems = 0, maxItems, items = {}, uniqueItems } = schema
  const inner = listFaults(items, choices, [...steps, 0])
  // a list that is too long needs valid items, or another keyword would be the reason
  const item = sampleItem(dereference(choices.document, items))
  return [
    ...inner,
    ...(minItems > 0 ? [{ keyword: 'minItems', steps, change: { put: [] } } as const] : []),
    ...(maxItems !== undefined && maxItems <= 200 && item !== undefined && !uniqueItems
      ? [{ keyword: 'maxItems', steps, change: { put: Array.from({ length: maxItems + 1 }, () => item) } } as const]
      : []),
  ]
}

function sampleItem({ type, enum: values, pattern, format, minLength = 0 }: Schema): unknown {
  if (values !== undefined) return values[0]
  return type === 'string' && pattern === undefined && format === undefined
    ? 'x'.repeat(Math.max(1, minLength))
    : undefined
}

function objectFaults(schema: Schema, choices: FaultChoices, steps: readonly (string | number)[]): Fault[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const missing = required
    .filter(
      (name) => properties[name] === undefined || dereference(choices.document, properties[name]).default === undefined,
    )
    .map((name): Fault => ({ keyword: 'required', steps: [...steps, name], change: 'remove' }))
  const unknown: Fault[] =
    additionalProperties === false
      ? [{ keyword: 'additionalProperties', steps: [...steps, 'notInTheContract'], change: { put: 'x' } }]
      : []
  return [
    ...missing,
    ...unknown,
    ...Object.entries(properties).flatMap(([name, property]) => listFaults(property, choices, [...steps, name])),
  ]
}

/** The value with the fault in it; undefined when the value has no such place. */
export function applyFault(value: unknown, { steps, change }: Fault): { broken: unknown } | undefined {
  if (steps.length === 0) return change === 'remove' ? undefined : { broken: change.put }
  const broken: unknown = structuredClone(value)
  let place = broken
  for (const step of steps.slice(0, -1)) {
    if (typeof place !== 'object' || place === null) return undefined
    place = (place as Record<string | number, unknown>)[step] // objects and arrays can both be indexed
  }
  const last = steps.at(-1)
  if (typeof place !== 'object' || place === null || last === undefined) return undefined
  const holder = place as Record<string | number, unknown> // objects and arrays can both be indexed
  if (typeof last === 'number' && !(last in holder)) return undefined
  if (change === 'remove') delete holder[last]
  else holder[last] = change.put
  return { broken }
}
