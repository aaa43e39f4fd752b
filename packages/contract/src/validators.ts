import type { ErrorObject, FuncKeywordDefinition } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { boundKeywords, maxFaults } from './bounded-keywords.ts'
import { toCountryCode } from './countries.ts'
import { isDay } from './days.ts'
import type { ContractDocument } from './document.ts'
import { findNearestField } from './nearest-field.ts'
import type { Schema } from './schema.ts'

/** The fault at a place of a request, as the rest of a sentence that begins with the name of the place. */
function describeFault({ keyword, params, message }: ErrorObject): string {
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

/** One place of a request that the contract does not accept. */
export interface InvalidField {
  in: 'path' | 'query' | 'header' | 'body'
  /** JSON pointer into that part, for example `/query_term`. */
  pointer: string
  message: string
  /** Set where a caller's program can react: the contract has no such field. */
  code?: 'field.unknown'
  /** The known field that was probably meant. */
  nearest?: string
}

/** Returns the faults of a value; empty when it is valid. */
export type Validate = (value: unknown) => ErrorObject[]

/** Compiles schemas of one document; references are resolved against the document itself, so recursion works. */
export interface ValidatorFactory {
  /** For path, query and form values, which arrive as text: converts them to the contract's types and fills in defaults. */
  lax(schema: object): Validate
  /** For JSON bodies: only fills in defaults and writes countries as in ISO. */
  body(schema: object): Validate
  /** For responses: changes nothing. */
  exact(schema: object): Validate
}

/** A validator is compiled on first use: most operations are never called in a short-lived process. */
export function createValidators(document: ContractDocument): ValidatorFactory {
  const lax = createAjv(document, { coerceTypes: 'array', useDefaults: true, countries: 'read' })
  const body = createAjv(document, { useDefaults: true, countries: 'read' })
  const exact = createAjv(document, {})
  return { lax: lazily(lax), body: lazily(body), exact: lazily(exact) }
}

interface AjvChoices {
  coerceTypes?: 'array'
  useDefaults?: boolean
  /** Values stored before a code was rejected may still be returned, so responses are not checked. */
  countries?: 'read'
}

function createAjv(document: ContractDocument, { countries, ...choices }: AjvChoices): () => Ajv2020 {
  let ajv: Ajv2020 | undefined
  return () => {
    if (ajv === undefined) {
      ajv = new Ajv2020({
        strict: false, // it rejects OpenAPI's own keywords; the contract's linter does that job
        allErrors: true,
        verbose: true, // adds the schema to each fault, and with it the fields that an unknown one could have been
        validateSchema: false,
        discriminator: true,
        ...choices,
      })
      formatsPlugin.default(ajv)
      ajv.addFormat('date', isDay) // the plugin accepts a year 0, which PostgreSQL does not have
      boundKeywords(ajv)
      if (countries === 'read') ajv.addKeyword(countryKeyword)
      ajv.addSchema(forDiscriminators(document) as ContractDocument, 'contract') // the same document except for that keyword
    }
    return ajv
  }
}

/** `x-country`: the text is the code of a country, and the common `UK` becomes `GB`, as in imports. */
const countryKeyword: FuncKeywordDefinition = {
  keyword: 'x-country',
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  errors: false,
  validate: (_isCountry: boolean, text: string, _schema: unknown, place?: DataValidationCxt) => {
    const code = toCountryCode(text)
    if (code === null) return !/^[A-Z]{2}$/.test(text) // anything else is reported by the pattern
    if (place !== undefined && code !== text) Object.assign(place.parentData, { [place.parentDataProperty]: code })
    return true
  },
}

/**
 * The document as ajv needs discriminators: without their mappings, because the constants of the alternatives state the same, and with the type
 * object, because ajv accepts every other value. A fault in one alternative is then reported as such, and not as many in all of the others.
 */
function forDiscriminators(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forDiscriminators)
  if (typeof value !== 'object' || value === null) return value
  const { discriminator } = value as { discriminator?: unknown } // an object may have it
  const read = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, forDiscriminators(inner)]))
  return isDiscriminator(discriminator)
    ? { ...read, type: 'object', discriminator: { propertyName: discriminator.propertyName } }
    : read
}

function isDiscriminator(value: unknown): value is { propertyName: string } {
  return (
    typeof value === 'object' && value !== null && 'propertyName' in value && typeof value.propertyName === 'string'
  )
}

function lazily(ajv: () => Ajv2020): (schema: object) => Validate {
  // every operation refers to the same few failures, whose validators take longer to compile than all others
  const ofReferences = new Map<string, Validate>()
  const compileLazily = (schema: object): Validate => {
    let validate: ReturnType<Ajv2020['compile']> | undefined
    return (value) => {
      validate ??= ajv().compile(schema)
      return validate(value) ? [] : (validate.errors ?? [])
    }
  }
  return (schema) => {
    if (!('$ref' in schema) || typeof schema.$ref !== 'string' || Object.keys(schema).length > 1)
      return compileLazily(schema)
    const validate = ofReferences.get(schema.$ref) ?? compileLazily(schema)
    ofReferences.set(schema.$ref, validate)
    return validate
  }
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
