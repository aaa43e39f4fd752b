import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { boundKeywords, maxFaults } from './bounded-keywords.ts'
import { isDay } from './days.ts'
import { describeFault } from './fault-words.ts'
import type { ContractDocument } from './document.ts'
import { findNearestField } from './nearest-field.ts'
import type { Schema } from './schema.ts'

/** One place of a request that the contract does not accept. */
export interface InvalidField {
  in: 'path' | 'query' | 'header' | 'body'
  /** JSON pointer into that part, for example `/query_term`. */
  pointer: string
  message: string
  /** Where a caller's program can do something about it: the contract knows no such field. */
  code?: 'field.unknown'
  /** The known field that was probably meant. */
  nearest?: string
}

/** Tells what is wrong with a value; an empty list when nothing is. */
export type Validate = (value: unknown) => ErrorObject[]

/** Compiles schemas of one document; references are resolved against the document itself, so recursion works. */
export interface ValidatorFactory {
  /** For path, query and form values, which arrive as text: turns them into the contract's types and fills defaults. */
  lax(schema: object): Validate
  /** For JSON bodies: changes nothing but fills defaults in. */
  body(schema: object): Validate
  /** For replies: changes nothing. */
  exact(schema: object): Validate
}

/** Compilation waits until a validator is first used: most operations are never called in a short life. */
export function createValidators(document: ContractDocument): ValidatorFactory {
  const lax = createAjv(document, { coerceTypes: 'array', useDefaults: true })
  const body = createAjv(document, { useDefaults: true })
  const exact = createAjv(document, {})
  return { lax: lazily(lax), body: lazily(body), exact: lazily(exact) }
}

interface AjvChoices {
  coerceTypes?: 'array'
  useDefaults?: boolean
}

function createAjv(document: ContractDocument, choices: AjvChoices): () => Ajv2020 {
  let ajv: Ajv2020 | undefined
  return () => {
    if (ajv === undefined) {
      ajv = new Ajv2020({
        strict: false, // it refuses OpenAPI's own keywords; the contract's linter does that job
        allErrors: true,
        verbose: true, // tells the schema of each fault, and with it the fields that an unknown one could have been
        validateSchema: false,
        discriminator: true,
        ...choices,
      })
      formatsPlugin.default(ajv)
      ajv.addFormat('date', isDay) // the plugin's takes a year 0, which PostgreSQL does not know
      boundKeywords(ajv)
      ajv.addSchema(forDiscriminators(document) as ContractDocument, 'contract') // the same document but for that keyword
    }
    return ajv
  }
}

/**
 * The document as ajv reads discriminators: without their mappings, since the constants of the alternatives say the same,
 * and with the type object, since ajv lets every other value pass. A fault in one alternative is then told as that, and
 * not as many in all of the others.
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
  return (schema) => {
    let validate: ReturnType<Ajv2020['compile']> | undefined
    return (value) => {
      validate ??= ajv().compile(schema)
      return validate(value) ? [] : (validate.errors ?? [])
    }
  }
}

/**
 * Puts faults into words for the caller; a fault of a missing or unknown property points at that property. Unknown ones come first:
 * a misspelled field is often the reason why another is missing.
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
  const known = Object.keys((parentSchema as Schema | undefined)?.properties ?? {}) // what ajv compiled
  return nameUnknownField(String(params['additionalProperty']), known)
}

/** The fault of a field that is not among the known ones: with the one that was probably meant, else with those there are. */
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

/** One step of a JSON pointer; a long name is cut, since a problem's pointers are short. */
export function pointerStep(name: string): string {
  return `/${name.slice(0, 500).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
