import {
  type ContractDocument,
  type Method,
  methods,
  type OperationObject,
  type ParameterObject,
  readContractDocument,
  resolve,
} from './document.ts'
import { createValidators, type Validate, type ValidatorFactory } from './validators.ts'

/** One operation of the contract, with its checks. */
export interface ContractOperation {
  id: string
  method: Uppercase<Method>
  /** With parameters in braces: `/signal/json/{id}`. */
  path: string
  secured: boolean
  /** The role that the caller needs; null when being signed in is enough. */
  role: string | null
  checkPath: Validate
  checkQuery: Validate
  /** Query parameters that may be repeated. */
  lists: ReadonlySet<string>
  /** Null when the operation takes no body. */
  body: { required: boolean; types: ReadonlyMap<string, BodyType> } | null
  /** Checks of a reply's body: status, then media type. */
  responses: ReadonlyMap<number, ReadonlyMap<string, Validate>>
}

interface BodyType {
  check: Validate
  /** Fields that may be repeated in a form. */
  lists: ReadonlySet<string>
}

export interface Contract {
  document: ContractDocument
  operations: readonly ContractOperation[]
}

export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'
export const problemType = 'application/problem+json'

/** Reads every operation of the contract; the checks are compiled when they are first used. */
export function loadContract(document: ContractDocument = readContractDocument()): Contract {
  const validators = createValidators(document)
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [toOperation({ document, validators, path, method, operation })]
    }),
  )
  return { document, operations }
}

interface Place {
  document: ContractDocument
  validators: ValidatorFactory
  path: string
  method: Method
  operation: OperationObject
}

function toOperation({ document, validators, path, method, operation }: Place): ContractOperation {
  const parameters = [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolve(document, parameter),
  )
  const within = (part: ParameterObject['in']) => parameters.filter((parameter) => parameter.in === part)
  const base = `contract#/paths/${segment(path)}/${method}`
  return {
    id: operation.operationId,
    method: method.toUpperCase() as Uppercase<Method>, // toUpperCase forgets the literal type
    path,
    secured: (operation.security ?? document.security ?? []).length > 0,
    role: operation['x-permission']?.role ?? null,
    checkPath: validators.lax(toSchema(within('path'))),
    checkQuery: validators.lax(toSchema(within('query'))),
    lists: new Set(
      within('query')
        .filter(isList)
        .map((parameter) => parameter.name),
    ),
    body: operation.requestBody === undefined ? null : toBody(operation.requestBody, { document, validators, base }),
    responses: toResponses(operation, { document, validators, base }),
  }
}

interface Compiling {
  document: ContractDocument
  validators: ValidatorFactory
  base: string
}

function toBody(
  { required, content }: NonNullable<OperationObject['requestBody']>,
  { document, validators, base }: Compiling,
) {
  const types = Object.entries(content).map(([type, media]): [string, BodyType] => {
    const schema = { $ref: `${base}/requestBody/content/${segment(type)}/schema` }
    const lists = new Set(type === formType ? listProperties(document, media.schema) : [])
    return [type, { check: type === formType ? validators.lax(schema) : validators.body(schema), lists }]
  })
  return { required: required ?? false, types: new Map(types) }
}

function toResponses(operation: OperationObject, { document, validators, base }: Compiling) {
  return new Map(
    Object.entries(operation.responses).map(([status, response]): [number, ReadonlyMap<string, Validate>] => {
      const place = '$ref' in response ? `contract${response.$ref}` : `${base}/responses/${status}`
      const types = Object.keys(resolve(document, response).content ?? {})
      return [
        Number(status),
        new Map(types.map((type) => [type, validators.exact({ $ref: `${place}/content/${segment(type)}/schema` })])),
      ]
    }),
  )
}

/** One object of all parameters of a part; a parameter that the contract does not name is refused. */
function toSchema(parameters: readonly ParameterObject[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, anchored(schema)])),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** Points references of a parameter's own schema at the document. */
function anchored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(anchored)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? `contract${inner}` : anchored(inner),
    ]),
  )
}

function isList({ schema }: ParameterObject): boolean {
  return schema.type === 'array'
}

function listProperties(document: ContractDocument, schema: unknown): string[] {
  const { properties = {} } = resolve<{ properties?: Record<string, { type?: string }> }>(document, schema as object) // a form's schema is an object of fields
  return Object.entries(properties)
    .filter(([, field]) => field.type === 'array')
    .map(([name]) => name)
}

/** One step of a JSON pointer, as a URI fragment. */
function segment(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
