import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
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

/** The longest list of faults that a problem may carry. */
export const maxFaults = 100

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
      ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, ...choices })
      formatsPlugin.default(ajv)
      ajv.addSchema(document, 'contract')
    }
    return ajv
  }
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
    message: describe(error).slice(0, 500),
  }))
}

function propertyStep({ keyword, params }: ErrorObject): string {
  const name: unknown =
    keyword === 'required'
      ? params['missingProperty']
      : keyword === 'additionalProperties'
        ? params['additionalProperty']
        : undefined
  return typeof name === 'string' ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : ''
}

function describe({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') return 'is not part of the contract'
  if (keyword === 'enum' && Array.isArray(params['allowedValues']))
    return `must be one of ${params['allowedValues'].join(', ')}`
  return message ?? `does not satisfy ${keyword}`
}
