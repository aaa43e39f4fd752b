import type { ErrorObject } from 'ajv'

/** The fault at a place of a request, as the rest of a sentence that begins with the name of the place. */
export function describeFault({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'x-country') return 'must be the ISO 3166-1 code of a country, such as DE'
  if (keyword === 'discriminator') return 'names no alternative of the contract'
  if (keyword === 'enum' && Array.isArray(params['allowedValues']))
    return `must be one of ${params['allowedValues'].join(', ')}`
  return (
    limitInWords(keyword, params['limit']) ?? typeInWords(params['type']) ?? message ?? `does not satisfy ${keyword}`
  )
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
