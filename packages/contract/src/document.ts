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
  /** The module that must be enabled for the caller; null for what every signed-in person has. */
  module: string | null
  /** `member` is everybody who is signed in. */
  role: 'member' | 'importer' | 'godmode'
  /** Whose rows the operation reads and writes. */
  tenancy: 'none' | 'user' | 'group' | 'organization' | 'all'
  /** The scope that a service's token needs; omitted where no service may call. People need none. */
  scope?: 'search' | 'import'
  /** False where only the signed-in person may call: no personal access token, and no other app on their behalf. */
  delegable?: false
}

/**
 * A module other than that of its path whose data an operation reads, as `x-reads` writes it (docs/decisions/permissions.md): a caller without the
 * module is rejected (`module.off`). With `where` this applies to requests with a value there (`path.NAME`, `query.NAME`, `body.POINTER`), or with
 * one of `is`.
 */
export interface ModuleRead {
  module: string
  where?: string
  is?: readonly string[]
  /** `stored`: depends on the object that the request names, once it is loaded. `part`: the operation responds, and the module's data is left out. */
  effect?: 'stored' | 'part'
}

/**
 * The collection that an operation works on, as `x-resource` writes it (docs/decisions/contract.md). Places in the request are written `path.NAME`,
 * `query.NAME` or `body.POINTER`; places in the response are JSON pointers.
 */
export interface Resource {
  collection: string
  verb: 'create' | 'read' | 'list' | 'update' | 'delete' | 'clear' | 'restore'
  /** Where the request names the item, or the items when it is an array; omitted for the one item that every caller has. */
  id?: string
  /** Where the response contains the item or, for list, the array. Default: the whole body; `/items` for list. */
  item?: string
  /** The id property of an item. Default: `id`. */
  key?: string
  /** The item is in a list property of another item; `count` is the property with the length of the list. */
  within?: { collection: string; id: string; property: string; count?: string }
  /** Request fields that are stored under another name, or at other places of the item by JSON pointer. */
  fields?: Record<string, string | string[]>
  /** Values that the operation gives the item whatever the request contains. */
  set?: Record<string, unknown>
  /** A property that identifies what an item is about: a request with that of an existing item returns this item instead of a new one. */
  resumes?: string
  /** Properties with the title of the object that the request names: `{ title: body./itemId }`. */
  titles?: Record<string, string>
  /**
   * Properties that are addresses, by the `kind` of the item: the first whose `{NAME}` all have a value in the item or the request,
   * such as `/signals/{itemId}?comments={id}`.
   */
  addresses?: Record<string, Record<string, string[]>>
  /**
   * What a new item copies from another that the request names: properties by JSON pointer into it, `#/steps` for the number of entries of a list,
   * and additional values of each entry of a list.
   */
  copies?: {
    of: string
    in: string
    values: Record<string, string>
    each?: Record<string, Record<string, unknown>>
  }
  /** Fields of the request that set a time of the item: `{ state: finishedAt }`. False sets it to null. */
  moments?: Record<string, string>
  /** Counts of the item to which the lengths of lists of the request are added: `{ stored: body./documents }`. */
  adds?: Record<string, string | string[]>
  /** Whether the request is a batch whose documents join the library: the item counts them and names its first rejected lines. */
  imports?: boolean
  /**
   * The requests of an import are sequential: each must begin after the number that the item has, or it is rejected with 409. One that was already
   * processed changes nothing; one for a final item is rejected with 409 and the code `over`.
   */
  sequence?: { first: string; last: string; at: string; code: string; over: string }
  /** Values of an item that does not change any more: an update returns it as it is. */
  final?: Record<string, unknown>
  /** What the item gets beside the values of a field: `{ state: { completed: { failure: null } } }`. */
  beside?: Record<string, Record<string, Record<string, unknown>>>
  /** Objects of the item in which the name at a place is set to true: `{ completedTasks: body./taskId }`. */
  marks?: Record<string, string>
  /** A property that the mock determines when it is null: the first entry of a list that is not a name in an object of the item, or null. */
  first?: { property: string; of: string[]; notIn: string }
  /** Where the stored item has what the response's item shows under another name; `#/contexts` is the number of entries of a list. */
  shows?: Record<string, string>
}

/** How a list is filtered and sorted, as `x-list` writes it: fields of the request, and places of an item by JSON pointer. */
export interface ListRules {
  /** Texts that must occur in one of these places, case-insensitively; `*` matches each entry of a list. */
  search?: Record<string, string[]>
  /** Texts that the place must begin with. */
  begins?: Record<string, string>
  /** Fields whose value, or one of whose values, is at a place; a field named like the item's property needs no entry. */
  filters?: Record<string, string>
  /** Booleans that require a place to be present or absent. */
  present?: Record<string, string>
  /** The minimum and the maximum day or instant at the place. */
  since?: Record<string, string>
  until?: Record<string, string>
  /** Values that every item of this list has, whatever the request contains. */
  only?: Record<string, unknown>
  /** The place that each value of the field `sort` orders by; `-` before it sorts the largest first. The field `direction` reverses it. */
  sorts?: Record<string, string>
  /** Fields with the number of last entries of an item's list to show, and that list. */
  latest?: Record<string, string>
  /** The field with the requested number of items, in lists without pages. */
  limit?: string
  /** Places of the response that count the matching items with these values. */
  counts?: Record<string, Record<string, unknown>>
}

/**
 * Why a request that the schemas allow is rejected, as `x-refusals` writes it (docs/decisions/contract.md): the first of an operation's rules that
 * applies and fails decides. Places are those of `Resource`, and `*` matches each entry of a list. A rule has one test; one without rejects whenever
 * its conditions hold.
 */
export interface RefusalRule {
  code: string
  /** Default: 404 for `known`, `shown`, `number` and `module`, 409 for `revision`, `same`, `absent`, `unique` and `pause`, 422 for all others. */
  status?: number
  /** Conditions: the value at a place, as text, matches this pattern; a missing value is the empty text, a list `[]` and each of its texts. */
  when?: Record<string, string>
  /** Conditions of the same form, of which none is met. */
  unless?: Record<string, string>
  /** The cursor that this list issued. */
  cursor?: string
  /** Texts in the query language (docs/query-language.md). */
  query?: string[]
  /** A signal query whose terms are one or a pair, complete and without contradiction. */
  terms?: string
  /** A signal query whose days, country, sources and feeds contradict neither each other nor its terms. */
  bounds?: string
  /** Nothing at the first place is above anything at the second; with `isStrict` everything is below. */
  order?: [string, string]
  isStrict?: boolean
  /** Days that have come. */
  past?: string
  /** The text at the second place is the name of the signal at the first. */
  called?: [string, string]
  /** The caller's newest item of the operation's collection is at least so many seconds old. */
  pause?: number
  /** Ids of objects that the caller can see: of a collection, or referenced by anything stored. */
  known?: string
  in?: string
  /** One of the ids is enough. */
  isAny?: boolean
  /** The prefix of the id where objects reference it, such as `/images/`. */
  prefix?: string
  /** Such objects have no owner: anyone who references one makes it known to all. */
  isPublic?: boolean
  /** A value that the contract's examples of this request contain. */
  shown?: string
  /** The revision of the item that the operation changes, under the item's name for it. */
  revision?: string
  /** The value of the item at a pointer equals the value at a place. */
  same?: Record<string, string>
  /** The object of the item at a pointer has no property with the name at a place. */
  absent?: Record<string, string>
  /** A module that operations belong to. */
  module?: string
  /** Texts that match a pattern. */
  fits?: Record<string, string>
  /** A network address. */
  address?: string
  /** Two texts that differ only in case. */
  alike?: [string, string]
  /** A non-empty file. */
  file?: string
  /** A file that begins like a PNG, JPEG, WebP, GIF or AVIF, whatever its name. */
  picture?: string
  /** The number of distinct values; a text contains several, separated by commas. */
  distinct?: { place: string; least?: number; most?: number }
  /** The first is one of the second. */
  among?: [string, string]
  /** No item of the operation's collection has these properties with the values at these places; for operations that create one. */
  unique?: Record<string, string>
  /** A pointer to a number in the response that the examples of another operation show. */
  number?: { place: string; of: string }
}

/** The subject of a response, as `x-topic` writes it. */
export interface Topic {
  /** Where the request names it: a text, or the id of a signal. */
  place: string
  /** The subject of the operation's examples, in all the words that they use for it. */
  shown: string | string[]
}

/** The file that an operation returns, as `x-file` writes it: an uploaded one, or one generated from stored data. */
export interface FileRules {
  /** The collection that the request names an item of. */
  collection: string
  /** Where the request names it. */
  id: string
  uploaded?: UploadedFiles
  made?: MadeFile
}

export interface UploadedFiles {
  /** The prefix of file ids. */
  prefix: string
  /** The prefix of the id in the address that objects reference. */
  address: string
}

/** Properties of the item by their meaning, and the contents of the file. */
export interface MadeFile {
  /** Values of the item once its file can be read; before that it is rejected with `code` and 409. */
  ready: Record<string, unknown>
  code: string
  /** The id of the object in the file, and its kind. */
  thing: string
  kind: string
  format: string
  name: string
  size: string
  /** Kinds whose file contains the items of a collection; all others have their own texts. */
  rows: Record<string, string>
  /** The columns of such a table, and their places in an item. */
  columns: Record<string, string>
  /** The subject of the examples of these items. */
  shown: string
  /** Kinds whose file contains the entries of a list of the item, and the columns of such a table. */
  lists: Record<string, ListedRows>
  listColumns: Record<string, string>
}

/** Rows that are entries of an item's list. */
export interface ListedRows {
  property: string
  /** The column for the title of the item that has the list; its id is in the column with `Id` appended. */
  owner: string
  /** A list of the item, and the collection that it references by id, whose items have the lists. */
  through?: string
}

/** What is recorded about a change in an audit trail, as `x-audit` writes it. */
export interface AuditRules {
  /** The collection of the trail, and the prefix of its entries' ids. */
  collection: string
  prefix: string
  /** The changed object: its kind, its collection, where the request names it, and the properties with its name. */
  kind: string
  target: string
  id?: string
  names: string[]
  changes: AuditChangeRule[]
}

/** One field of a change: a name, or a place of the request that contains the name. */
export interface AuditChangeRule {
  field: string
  /** Where the item has it. With `isThere` it is yes or no; `entry` is the switch of the list's entry that has this name as its key: on or off. */
  at?: string
  isThere?: boolean
  entry?: { key: string; value: string; usual: boolean }
  /** What the request adds or removes. */
  given?: string
  taken?: string
}

/** Where a response contains data of the caller, as `x-caller` writes it. */
export interface CallerRules {
  /** Collections of the directory. */
  people: string
  organizations: string
  groups: string
  /** The value at each place of the response. */
  places: Record<string, 'id' | 'email' | 'name' | 'organization' | 'groups' | 'colleagues' | 'roles' | 'modules'>
  /** Collections of which every caller has one item, by place. */
  items?: Record<string, string>
}

/** The conversation that a message and its answer are added to, as `x-conversation` writes it. */
export interface Conversation {
  collection: string
  /** Where the request names it; null starts a new one. */
  id: string
  /** Where the request has the message; omitted where it requests an answer again. */
  text?: string
  /** Where the request names the answer to replace, and the codes for one that does not exist (404) or is not an answer (409). */
  replaces?: { message: string; missing: string; other: string }
  /** The code (409) while another answer is being written to it. */
  busy?: string
}

/** How an item advances by itself, as `x-progress` writes it on the operation that creates it (docs/decisions/contract.md). */
export interface Progress {
  /** What is set in the finished item at each step. */
  steps: Record<string, unknown>[]
  /** What is set in it once it is finished. */
  end?: Record<string, unknown>
  /** A list of the item whose entries finish one after the other during the last step. */
  parts?: { property: string; waiting: Record<string, unknown>; running: Record<string, unknown> }
}

export interface OperationObject {
  operationId: string
  summary?: string
  tags?: string[]
  security?: object[]
  servers?: { url: string }[]
  'x-permission'?: Permission
  'x-reads'?: ModuleRead[]
  'x-product-message'?: string
  'x-timeout-ms'?: number
  'x-cancellable'?: boolean
  /** The largest JSON or urlencoded body in bytes, where it differs from the server's default. */
  'x-body-limit'?: number
  /**
   * Texts of the body may contain characters that no database can store: they are removed instead of the request being rejected
   * (docs/decisions/queries-and-text.md).
   */
  'x-unstorable-text'?: 'removed'
  /** Fields of the body whose text is trimmed and converted to lower case (docs/decisions/contract.md). */
  'x-lower-case'?: string[]
  /**
   * Accepts the header `Idempotency-Key`, and takes effect once per key (docs/decisions/requests-and-refusals.md); false where repeating it is
   * harmless anyway.
   */
  'x-idempotency-key'?: boolean
  /** A POST that only reads. */
  'x-safe'?: boolean
  'x-resource'?: Resource
  'x-progress'?: Progress
  /** Where the request names an object that is in no collection and must be known (docs/decisions/contract.md). */
  'x-requires'?: string
  /** The code of the problem when the named object does not exist. */
  'x-not-found'?: string
  'x-refusals'?: RefusalRule[]
  'x-list'?: ListRules
  'x-topic'?: Topic
  'x-caller'?: CallerRules
  'x-audit'?: AuditRules
  'x-file'?: FileRules
  'x-conversation'?: Conversation
  /** Where the request names the run that it ends. */
  'x-stops'?: string
  /** Places of the response that repeat places of the request, besides those defined by a common schema. */
  'x-echo'?: Record<string, string>
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
  example?: unknown
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
  return value as T // the linter verifies the type of a reference's target
}
