import type { ErrorObject, FuncKeywordDefinition } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { boundKeywords } from './bounded-keywords.ts'
import { toCountryCode } from './countries.ts'
import { isDay } from './days.ts'
import type { ContractDocument } from './document.ts'

/** Returns the faults of a value; empty when it is valid. */
export type Validate = (value: unknown) => ErrorObject[]

/** Compiles schemas of one document; references are resolved against the document itself, so recursion works. */
export interface ValidatorFactory {
  /** For path, query and form values, which arrive as text: converts them to the contract's types and fills in defaults. */
  forParameters(schema: object): Validate
  /** For JSON bodies: only fills in defaults and writes countries as in ISO. */
  forBody(schema: object): Validate
  /** For responses: changes nothing. */
  forResponse(schema: object): Validate
}

/** A validator is compiled on first use: most operations are never called in a short-lived process. */
export function createValidators(document: ContractDocument): ValidatorFactory {
  const parameters = createAjv(document, { coerceTypes: 'array', useDefaults: true, normalizeCountries: true })
  const bodies = createAjv(document, { useDefaults: true, normalizeCountries: true })
  const responses = createAjv(document, {})
  return { forParameters: lazily(parameters), forBody: lazily(bodies), forResponse: lazily(responses) }
}

interface AjvChoices {
  coerceTypes?: 'array'
  useDefaults?: boolean
  /** Checks codes of countries and writes them as in ISO. Not for responses: values stored before a code was rejected may still be returned. */
  normalizeCountries?: boolean
}

function createAjv(document: ContractDocument, { normalizeCountries, ...choices }: AjvChoices): () => Ajv2020 {
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
      if (normalizeCountries === true) ajv.addKeyword(countryKeyword)
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
