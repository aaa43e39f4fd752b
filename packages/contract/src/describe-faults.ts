import type { ErrorObject } from 'ajv'
import { maxFaults } from './bounded-keywords.ts'
import { findNearestField } from './nearest-field.ts'
import type { Schema } from './schema.ts'

/** One place of a request that the contract does not accept. */
export interface InvalidField {
  in: 'path' | 'query' | 'header' | 'body'
  /** JSON pointer into that part, for example `/query_term`; `/` for the whole part. */
  pointer: string
  message: string
  /** Set where a caller's program can react: the contract has no such field. */
  code?: 'field.unknown'
  /** The known field that was probably meant. */
  nearest?: string
}

/**
 * Describes faults for the caller; the fault of a missing or unknown property points at that property. Unknown ones come first: a misspelled field is
 * often the reason why another is missing.
 */
export function toInvalidFields(part: InvalidField['in'], errors: readonly ErrorObject[]): InvalidField[] {
  const [unknown, others] = [errors.filter(isUnknownField), errors.filter((error) => !isUnknownField(error))]
  return [...unknown.slice(0, maxFaults), ...others].slice(0, maxFaults).map((error) => ({
    in: part,
    pointer: `${error.instancePath}${propertyStep(error)}`.slice(0, 500) || '/',
    ...(isUnknownField(error) ? describeUnknown(error) : { message: describeFault(error).slice(0, 500) }),
  }))
}

function isUnknownField({ keyword }: ErrorObject): boolean {
  return keyword === 'additionalProperties'
}

function describeUnknown({ params, parentSchema }: ErrorObject): Omit<InvalidField, 'in' | 'pointer'> {
  const known = Object.keys((parentSchema as Schema | undefined)?.properties ?? {}) // compiled by ajv
  return nameUnknownField(String(params['additionalProperty']), known)
}

/** The fault of an unknown field: with the one that was probably meant, otherwise with the existing ones. */
export function nameUnknownField(name: string, known: readonly string[]): Omit<InvalidField, 'in' | 'pointer'> {
  const nearest = findNearestField(name, known)
  const message = 'is not part of the contract'
  if (nearest !== null) return { message: `${message}; did you mean ${nearest}?`, code: 'field.unknown', nearest }
  const names = known.filter((_, index) => known.slice(0, index + 1).join(', ').length <= 400)
  return { message: `${message}; known here: ${names.join(', ') || 'none'}`, code: 'field.unknown' }
}

function propertyStep({ keyword, params }: ErrorObject): string {
  const name: unknown =
    keyword === 'required'
      ? params['missingProperty']
      : keyword === 'additionalProperties'
        ? params['additionalProperty']
        : keyword === 'discriminator'
          ? params['tag']
          : undefined
  return typeof name === 'string' ? pointerStep(name) : ''
}

/** One step of a JSON pointer; a long name is cut, because a problem's pointers are short. */
export function pointerStep(name: string): string {
  return `/${name.slice(0, 500).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The fault at a place of a request, as the rest of a sentence that begins with the name of the place. */
function describeFault({ keyword, params, message, parentSchema }: ErrorObject): string {
  if (keyword === 'required') return 'is required'
  // the length of “Germany” is not what is wrong with it
  const isCountry = (parentSchema as Schema | undefined)?.['x-country'] === true // compiled by ajv
  if (keyword === 'x-country' || (isCountry && keyword.endsWith('Length')))
    return 'must be the ISO 3166-1 code of a country, such as DE'
  if (keyword === 'discriminator') return 'names no alternative of the contract'
  if (keyword === 'enum' && Array.isArray(params['allowedValues']))
    return `must be one of ${params['allowedValues'].map(String).join(', ')}` // join alone writes null as nothing
  if (keyword === 'const') return `must be ${toText(params['allowedValue'])}`
  return (
    limitInWords(keyword, params['limit']) ?? typeInWords(params['type']) ?? message ?? `does not satisfy ${keyword}`
  )
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const limits: Readonly<Record<string, (limit: number) => string>> = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  minLength: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${countOf(limit, 'character')}`,
  minItems: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} items`),
  maxItems: (limit) => `must have at most ${countOf(limit, 'item')}`,
}

function limitInWords(keyword: string, limit: unknown): string | null {
  return typeof limit === 'number' ? (limits[keyword]?.(limit) ?? null) : null
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function typeInWords(type: unknown): string | null {
  const types = [type].flat().filter((each) => typeof each === 'string')
  return types.length === 0 ? null : `must be ${types.map((each) => typeWords[each] ?? each).join(' or ')}`
}
