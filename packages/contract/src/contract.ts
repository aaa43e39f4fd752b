import { type BodyType, eventStreamType, segment, toBodyType } from './body-type.ts'
import {
  type ContractDocument,
  type Method,
  methods,
  type ModuleRead,
  type OperationObject,
  type ParameterObject,
  type Permission,
  type ResponseObject,
  resolve,
  type Resource,
} from './document.ts'
import { dereference, type Schema } from './schema.ts'
import { createValidators, type Validate, type ValidatorFactory } from './validators.ts'

/** One operation of the contract, with its validators. */
export interface ContractOperation {
  id: string
  method: Uppercase<Method>
  /** With parameters in braces: `/signal/json/{id}`. */
  path: string
  tag: string
  secured: boolean
  /** The role that the caller needs; null when being signed in is enough. */
  role: string | null
  /** The scope that the token of a service needs; null when no service may call. */
  scope: string | null
  permission: Permission | null
  /** The scope that a personal access token, or a token of another app, needs for it; null when only the person may call it. */
  accessScope: AccessScope | null
  /** Modules other than that of `permission` whose data it reads. */
  reads: readonly ModuleRead[]
  /** The sentence that a person sees when this fails; null when the contract has none. */
  productMessage: string | null
  timeoutMs: number | null
  /** The largest JSON or urlencoded body in bytes; null for the server's usual limit. */
  bodyLimit: number | null
  /** Removes text that no database can store from its body, where other operations reject it (docs/decisions/queries-and-text.md). */
  cleansText: boolean
  /** Fields of its body whose text is trimmed and converted to lower case (docs/decisions/contract.md). */
  lowerCase: readonly string[]
  /** The collection it works on; null for operations that only compute. */
  resource: Resource | null
  /** Where the request names an object that must exist, as `path.NAME`, `query.NAME` or `body.POINTER`. */
  requires: string | null
  /** Validators of the data of server-sent events, by event name; null when it does not stream. */
  events: ReadonlyMap<string, Validate> | null
  /** Served by a server other than the product API. */
  isElsewhere: boolean
  checkPath: Validate
  checkQuery: Validate
  /** Header parameters by lower-case name; headers that the contract does not name are ignored. */
  checkHeaders: Validate
  headers: ReadonlySet<string>
  /** Query parameters that may be repeated. */
  lists: ReadonlySet<string>
  /** Query parameters that may be null. */
  nullables: ReadonlySet<string>
  /** Query parameters that may be omitted. */
  optional: ReadonlySet<string>
  /** Null when the operation takes no body. */
  body: { required: boolean; types: ReadonlyMap<string, BodyType> } | null
  /** Validators of a response's body: status, then media type. */
  responses: ReadonlyMap<number, ReadonlyMap<string, Validate>>
  /** Media types of a response by status, including those without a JSON shape. */
  mediaTypes: ReadonlyMap<number, ReadonlySet<string>>
  /** Lower-case names of the headers that the contract documents, by status. */
  responseHeaders: ReadonlyMap<number, ReadonlySet<string>>
}

export interface Contract {
  document: ContractDocument
  operations: readonly ContractOperation[]
  /** Does what the first requests would wait for. */
  prepare(): void
}

/**
 * The header of operations that take effect once. The contract states it for all of them in one place: otherwise it would be in the signature and the
 * types of 65 functions.
 */
const idempotencyKey: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
}

/** Reads every operation of the contract; the validators are compiled on first use. */
export function loadContract(document: ContractDocument): Contract {
  const validators = createValidators(document)
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [toOperation({ document, validators, path, method, operation })]
    }),
  )
  return { document, operations, prepare: validators.prepare }
}

/** What a script or another app may do for a person (`AccessScope` of the contract). */
export type AccessScope = 'read' | 'write' | 'administer'

function toAccessScope(operation: OperationObject, method: Method): AccessScope | null {
  const permission = operation['x-permission']
  if (permission?.delegable === false) return null
  if (permission?.role === 'godmode') return 'administer'
  return method === 'get' || operation['x-safe'] === true ? 'read' : 'write'
}

/** Who may call an operation. */
function toAccess(operation: OperationObject, method: Method) {
  const permission = operation['x-permission'] ?? null
  return {
    role: permission === null || permission.role === 'member' ? null : permission.role,
    scope: permission?.scope ?? null,
    permission,
    accessScope: toAccessScope(operation, method),
  }
}

interface OperationPlace {
  document: ContractDocument
  validators: ValidatorFactory
  path: string
  method: Method
  operation: OperationObject
}

function toOperation({ document, validators, path, method, operation }: OperationPlace): ContractOperation {
  const base = `contract#/paths/${segment(path)}/${method}`
  return {
    id: operation.operationId,
    method: method.toUpperCase() as Uppercase<Method>, // toUpperCase loses the literal type
    path,
    tag: operation.tags?.[0] ?? 'default',
    secured: (operation.security ?? document.security ?? []).length > 0,
    ...toAccess(operation, method),
    reads: operation['x-reads'] ?? [],
    productMessage: operation['x-product-message'] ?? null,
    timeoutMs: operation['x-timeout-ms'] ?? null,
    bodyLimit: operation['x-body-limit'] ?? null,
    cleansText: operation['x-unstorable-text'] === 'removed',
    lowerCase: operation['x-lower-case'] ?? [],
    resource: operation['x-resource'] ?? null,
    requires: operation['x-requires'] ?? null,
    events: toEvents(operation, { validators, base }),
    isElsewhere: operation.servers !== undefined,
    ...toParameters(parametersOf(operation, { document, path }), { document, validators }),
    body: operation.requestBody === undefined ? null : toBody(operation.requestBody, { document, validators, base }),
    responses: toResponses(operation, { document, validators, base }),
    mediaTypes: byStatus(operation, document, ({ content }) => Object.keys(content ?? {})),
    responseHeaders: byStatus(operation, document, ({ headers }) => [
      ...Object.keys(headers ?? {}).map((name) => name.toLowerCase()),
      ...(operation['x-idempotency-key'] === true ? ['idempotency-replayed'] : []),
    ]),
  }
}

/** The parameters of the path and of the operation itself. */
function parametersOf(
  operation: OperationObject,
  { document, path }: Pick<OperationPlace, 'document' | 'path'>,
): ParameterObject[] {
  const written = [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])]
  const parameters = written.map((parameter) => resolve(document, parameter))
  return operation['x-idempotency-key'] === true ? [...parameters, idempotencyKey] : parameters
}

function toParameters(
  parameters: readonly ParameterObject[],
  { document, validators }: Pick<OperationPlace, 'document' | 'validators'>,
) {
  const inPart = (part: ParameterObject['in']) => parameters.filter((parameter) => parameter.in === part)
  return {
    checkPath: validators.forParameters(toSchema(inPart('path'))),
    checkQuery: validators.forParameters(toSchema(inPart('query'))),
    checkHeaders: validators.forParameters(toSchema(lowerNames(inPart('header')))),
    headers: new Set(lowerNames(inPart('header')).map(({ name }) => name)),
    lists: toNames(inPart('query').filter(isList)),
    nullables: toNames(inPart('query').filter((parameter) => isNullable(document, parameter))),
    optional: toNames(inPart('query').filter(({ required }) => required !== true)),
  }
}

interface CompileContext {
  document: ContractDocument
  validators: ValidatorFactory
  base: string
}

function toBody(
  { required, content }: NonNullable<OperationObject['requestBody']>,
  { document, validators, base }: CompileContext,
) {
  const types = Object.entries(content).map(([type, media]): [string, BodyType] => {
    const schemaPointer = `${base}/requestBody/content/${segment(type)}/schema`
    return [type, toBodyType({ document, validators, type, schema: media.schema, place: schemaPointer })]
  })
  return { required: required ?? false, types: new Map(types) }
}

function toResponses(operation: OperationObject, { document, validators, base }: CompileContext) {
  return new Map(
    Object.entries(operation.responses).map(([status, response]): [number, ReadonlyMap<string, Validate>] => {
      const schemaPointer = '$ref' in response ? `contract${response.$ref}` : `${base}/responses/${status}`
      // a stream is validated event by event, and bytes have no JSON shape
      const types = Object.entries(resolve(document, response).content ?? {}).flatMap(([type, media]) =>
        /[/+]json$/.test(type) && media.schema !== undefined ? [{ type, schema: media.schema }] : [],
      )
      return [
        Number(status),
        new Map(
          types.map(({ type, schema }) => [
            type,
            isFile(document, schema)
              ? () => []
              : validators.forResponse({ $ref: `${schemaPointer}/content/${segment(type)}/schema` }),
          ]),
        ),
      ]
    }),
  )
}

/** A file is passed on as it is: one that has JSON inside has the shape that its own format says. */
function isFile(document: ContractDocument, schema: Schema | null): boolean {
  return schema !== null && dereference(document, schema).format === 'binary'
}

/** One object of all parameters of a part; a parameter that the contract does not name is rejected. */
function toSchema(parameters: readonly ParameterObject[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, anchorReferences(schema)])),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** Resolves references of a parameter's own schema against the document. */
function anchorReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(anchorReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? `contract${inner}` : anchorReferences(inner),
    ]),
  )
}

function isList({ schema }: ParameterObject): boolean {
  return schema.type === 'array'
}

function isNullable(document: ContractDocument, { schema }: ParameterObject): boolean {
  const { type } = resolve(document, schema)
  return Array.isArray(type) && type.includes('null')
}

function toNames(parameters: readonly ParameterObject[]): ReadonlySet<string> {
  return new Set(parameters.map(({ name }) => name))
}

function byStatus(
  operation: OperationObject,
  document: ContractDocument,
  namesOf: (response: ResponseObject) => string[],
): ReadonlyMap<number, ReadonlySet<string>> {
  return new Map(
    Object.entries(operation.responses).map(([status, response]) => [
      Number(status),
      new Set(namesOf(resolve<ResponseObject>(document, response))),
    ]),
  )
}

function lowerNames(parameters: readonly ParameterObject[]): ParameterObject[] {
  return parameters.map((parameter) => ({ ...parameter, name: parameter.name.toLowerCase() }))
}

function toEvents(
  operation: OperationObject,
  { validators, base }: { validators: ValidatorFactory; base: string },
): ReadonlyMap<string, Validate> | null {
  const streams = Object.values(operation.responses).some(
    (response) => 'content' in response && eventStreamType in (response.content ?? {}),
  )
  if (!streams) return null
  return new Map(
    // by path, because the bundler puts the schemas themselves into an extension instead of references
    Object.keys(operation['x-sse-events'] ?? {}).map((name) => [
      name,
      validators.forResponse({ $ref: `${base}/x-sse-events/${segment(name)}` }),
    ]),
  )
}
