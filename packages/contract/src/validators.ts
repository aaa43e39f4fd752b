import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { boundKeywords, maxFaults } from './bounded-keywords.ts'
import { describeFault } from './fault-words.ts'
import type { ContractDocument } from './document.ts'

/** One place of a request that the contract does not accept. */
export interface InvalidField {
  in: 'path' | 'query' | 'header' | 'body'
  /** JSON pointer into that part, for example `/query_term`. */
  pointer: string
  message: string
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
      // strict mode refuses OpenAPI's own keywords; the contract's linter does that job
      ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, discriminator: true, ...choices })
      formatsPlugin.default(ajv)
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

/** Puts faults into words for the caller; a fault of a missing or unknown property points at that property. */
export function toInvalidFields(part: InvalidField['in'], errors: readonly ErrorObject[]): InvalidField[] {
  return errors.slice(0, maxFaults).map((error) => ({
    in: part,
    pointer: `${error.instancePath}${propertyStep(error)}`.slice(0, 500) || '/',
    message: describeFault(error).slice(0, 500),
  }))
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
