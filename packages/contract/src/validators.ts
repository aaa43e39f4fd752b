import type { ErrorObject, FuncKeywordDefinition } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { boundKeywords } from './bounded-keywords.ts'
import { toCountryCode } from './countries.ts'
import { isDay } from './days.ts'
import { alternativesKeyword } from './describe-faults.ts'
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
  /** Reads the document for requests, which takes 100 ms, now rather than at the first of them. */
  prepare(): void
}

/** A validator is compiled on first use: most operations are never called in a short-lived process. */
export function createValidators(document: ContractDocument): ValidatorFactory {
  const rules = once(() => onlyRules(document, 'rules') as ContractDocument) // the same document without what validates nothing
  const parameters = createAjv(rules, { coerceTypes: 'array', useDefaults: true, normalizeCountries: true })
  const bodies = createAjv(rules, { useDefaults: true, normalizeCountries: true })
  const responses = createAjv(rules, {})
  const prepare = (): void => {
    parameters()
    bodies()
  }
  return { forParameters: lazily(parameters), forBody: lazily(bodies), forResponse: lazily(responses), prepare }
}

interface AjvChoices {
  coerceTypes?: 'array'
  useDefaults?: boolean
  /** Checks codes of countries and writes them as in ISO. Not for responses: values stored before a code was rejected may still be returned. */
  normalizeCountries?: boolean
}

function createAjv(rules: () => ContractDocument, { normalizeCountries, ...choices }: AjvChoices): () => Ajv2020 {
  return once(() => {
    const ajv = new Ajv2020({
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
    ajv.addSchema(rules(), 'contract')
    return ajv
  })
}

function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => (created ??= { value: create() }).value
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

const explanations = new Set(['description', 'summary', 'title', 'example', 'examples'])
const usedExtensions = new Set(['x-country', 'x-sse-events'])
/** Keywords whose objects have names of fields or schemas as keys. */
const namedSchemas = new Set(['properties', 'patternProperties', '$defs', 'schemas'])
const givenValues = new Set(['const', 'enum', 'default'])

/**
 * The document without explanations and examples, most of it, which ajv would search for identifiers at the first request: for 80 ms, in which nothing
 * else was answered. Discriminators are as ajv needs them: without their mappings, because the constants of the alternatives state the same, and with
 * the type object, because ajv accepts every other value. A fault in one alternative is then reported as such, and not as many in all of the others.
 */
function onlyRules(value: unknown, keys: 'rules' | 'names'): unknown {
  if (Array.isArray(value)) return value.map((item) => onlyRules(item, 'rules'))
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    if (keys === 'rules') {
      if (explanations.has(key) || (key.startsWith('x-') && !usedExtensions.has(key))) continue
      if (givenValues.has(key)) {
        copy[key] = inner
        continue
      }
    }
    copy[key] = onlyRules(inner, keys === 'rules' && namedSchemas.has(key) ? 'names' : 'rules')
  }
  if (keys === 'rules' && isDiscriminator(copy.discriminator)) {
    copy.type = 'object'
    const { propertyName, mapping = {} } = copy.discriminator
    copy.discriminator = { propertyName }
    copy[alternativesKeyword] = Object.keys(mapping)
  }
  return copy
}

function isDiscriminator(value: unknown): value is { propertyName: string; mapping?: object } {
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
