/** The parts of an OpenAPI 3.1 document that servers, mocks and tests read. */
export interface ContractDocument {
  paths: Record<string, PathItem>
  components: { schemas: Record<string, unknown>; [kind: string]: unknown }
  security?: object[]
}

export const methods = ['get', 'put', 'post', 'delete', 'patch'] as const
export type Method = (typeof methods)[number]

type PathItem = { [M in Method]?: OperationObject } & { parameters?: (ParameterObject | Reference)[] }

export interface Reference {
  $ref: string
}

/** Who may call an operation, as `x-permission` writes it. */
export interface Permission {
  /** The module that must be switched on for the caller; null for what every signed-in person has. */
  module: string | null
  /** `member` is everybody who is signed in. */
  role: 'member' | 'importer' | 'godmode'
  /** Whose rows the operation reads and writes. */
  tenancy: 'none' | 'user' | 'group' | 'organization' | 'all'
  /** What the token of a service must be allowed; left out where no service may call. People need none. */
  scope?: 'search' | 'import'
}

/**
 * The collection that an operation works on, as `x-resource` writes it (decision 0033). Places in the request are
 * written `path.NAME`, `query.NAME` or `body.POINTER`; places in the reply are JSON pointers.
 */
export interface Resource {
  collection: string
  verb: 'create' | 'read' | 'list' | 'update' | 'delete' | 'clear'
  /** Where the request names the item, or the items when an array stands there; left out for the one item that every caller has. */
  id?: string
  /** Where the reply holds the item or, for list, the array. Default: the whole body; `/items` for list. */
  item?: string
  /** Property of an item that is its id. Default: `id`. */
  key?: string
  /** The item lives in a list property of another item. */
  within?: { collection: string; id: string; property: string }
  /** Request fields that are stored under another name, or at other places of the item by JSON pointer. */
  fields?: Record<string, string | string[]>
  /** Values that the operation gives the item whatever the request says. */
  set?: Record<string, unknown>
  /** Properties that two items have in common exactly when their requests say the same in these fields. */
  shared?: Record<string, string[]>
}

/** How an item advances by itself, as `x-progress` writes it on the operation that creates it (decision 0048). */
export interface Progress {
  /** What is set in the finished item at each step. */
  steps: Record<string, unknown>[]
  /** What is set in it once it is finished. */
  end?: Record<string, unknown>
  /** A list of the item whose entries end one after the other during the last step. */
  parts?: { property: string; waiting: Record<string, unknown>; running: Record<string, unknown> }
}

export interface OperationObject {
  operationId: string
  summary?: string
  tags?: string[]
  security?: object[]
  servers?: { url: string }[]
  'x-permission'?: Permission
  'x-product-message'?: string
  'x-timeout-ms'?: number
  'x-cancellable'?: boolean
  /** The largest JSON or urlencoded body in bytes, where it is not the server's usual one. */
  'x-body-limit'?: number
  /** Texts of the body may hold what no database stores: it is removed, and the request not refused (decision 0087). */
  'x-unstorable-text'?: 'removed'
  /** Fields of the body whose text is trimmed and put into lower case (decision 0105). */
  'x-lower-case'?: string[]
  /** Takes the header `Idempotency-Key`, and takes effect once for it (decision 0148); false where sending it again is harmless by itself. */
  'x-idempotency-key'?: boolean
  /** A POST that only reads. */
  'x-safe'?: boolean
  'x-resource'?: Resource
  'x-progress'?: Progress
  /** Where the request names a thing that no collection holds and that must be known (decision 0033). */
  'x-requires'?: string
  /** Names of server-sent events and the schemas of their data. */
  'x-sse-events'?: Record<string, Reference>
  parameters?: (ParameterObject | Reference)[]
  requestBody?: { required?: boolean; content: Record<string, MediaObject> }
  responses: Record<string, ResponseObject | Reference>
}

export interface ParameterObject {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: { type?: string | string[]; default?: unknown; [keyword: string]: unknown }
}

export interface MediaObject {
  schema: unknown
  example?: unknown
  examples?: Record<string, { value?: unknown } | Reference>
}

export interface ResponseObject {
  headers?: Record<string, unknown>
  content?: Record<string, MediaObject>
}

/** Follows a reference inside the document. */
export function resolve<T extends object>(document: ContractDocument, object: T | Reference): T {
  if (!('$ref' in object)) return object
  const steps = object.$ref
    .slice('#/'.length)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let value: unknown = document
  for (const step of steps) value = (value as Record<string, unknown>)[step] // every level of a document is an object
  if (value === undefined) throw new Error(`The contract has no ${object.$ref}`)
  return value as T // what the reference's place calls for, by the linter
}
