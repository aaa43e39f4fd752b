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
 * A module besides that of its path whose things an operation reads, as `x-reads` writes it (decision 0216): who lacks the module is refused
 * (`module.off`). With `where` this holds for requests that name something there (`path.NAME`, `query.NAME`, `body.POINTER`), or one of `is`.
 */
export interface ModuleRead {
  module: string
  where?: string
  is?: readonly string[]
  /**
   * `stored`: what the request names decides, once it is looked up. `part`: the operation answers, and what is of the module is left out.
   */
  effect?: 'stored' | 'part'
}

/**
 * The collection that an operation works on, as `x-resource` writes it (decision 0033). Places in the request are
 * written `path.NAME`, `query.NAME` or `body.POINTER`; places in the reply are JSON pointers.
 */
export interface Resource {
  collection: string
  verb: 'create' | 'read' | 'list' | 'update' | 'delete' | 'clear' | 'restore'
  /** Where the request names the item, or the items when an array stands there; left out for the one item that every caller has. */
  id?: string
  /** Where the reply holds the item or, for list, the array. Default: the whole body; `/items` for list. */
  item?: string
  /** Property of an item that is its id. Default: `id`. */
  key?: string
  /** The item lives in a list property of another item; `count` is the property that says how long the list is. */
  within?: { collection: string; id: string; property: string; count?: string }
  /** Request fields that are stored under another name, or at other places of the item by JSON pointer. */
  fields?: Record<string, string | string[]>
  /** Values that the operation gives the item whatever the request says. */
  set?: Record<string, unknown>
  /** Properties that two items have in common exactly when their requests say the same in these fields. */
  shared?: Record<string, string[]>
  /** Properties that have the title of what the request names: `{ title: body./itemId }`. */
  titles?: Record<string, string>
  /**
   * What a new item takes from another that the request names: properties by JSON pointer into it, `#/steps` for how many entries a list has,
   * and what each entry of a list has besides.
   */
  copies?: {
    of: string
    in: string
    values: Record<string, string>
    each?: Record<string, Record<string, unknown>>
  }
  /** Fields of the request that set a time of the item: `{ state: finishedAt }`. A boolean that is false makes it null. */
  moments?: Record<string, string>
  /** Counts of the item to which the lengths of lists of the request are added: `{ stored: body./documents }`. */
  adds?: Record<string, string | string[]>
  /** Requests carry on one behind the other: each begins behind the number that the item has, or with 409 it is refused. One that is there already changes nothing. */
  sequence?: { first: string; last: string; at: string; code: string }
  /** Objects of the item in which the name that stands at a place becomes true: `{ completedTasks: body./taskId }`. */
  marks?: Record<string, string>
  /** A property that null leaves to the mock: the first of a list that is no name in an object of the item, or null. */
  first?: { property: string; of: string[]; notIn: string }
  /** Where the stored item has what the reply's item shows under another name; `#/contexts` is how many entries a list has. */
  shows?: Record<string, string>
}

/** How a list answers what it is asked, as `x-list` writes it: fields of the request, and places of an item by JSON pointer. */
export interface ListRules {
  /** Texts that must stand in one of these places, in any case; `*` stands for each entry of a list. */
  search?: Record<string, string[]>
  /** Texts that the place begins with. */
  begins?: Record<string, string>
  /** Fields whose value, or one of whose values, stands at a place; a field of an item's own name needs no entry. */
  filters?: Record<string, string>
  /** Booleans that say whether the place has anything. */
  present?: Record<string, string>
  /** The earliest, and the latest, day or instant at the place. */
  since?: Record<string, string>
  until?: Record<string, string>
  /** What every item of this list has, whatever is asked. */
  only?: Record<string, unknown>
  /** The place that each value of the field `sort` orders by; `-` before it puts the largest first. The field `direction` turns that round. */
  sorts?: Record<string, string>
  /** Fields that say how many of the last entries of an item's list are shown, and which list. */
  latest?: Record<string, string>
  /** The field that says how many items are wanted, in lists without pages. */
  limit?: string
  /** Places of the reply that count the matching items with these values. */
  counts?: Record<string, Record<string, unknown>>
}

/**
 * Why a request that the schemas allow is refused, as `x-refusals` writes it (decision 0182): the first of an operation's rules that
 * applies and fails decides. Places are those of `Resource`, and `*` stands for each entry of a list. A rule has one test; one without
 * refuses whenever its conditions hold.
 */
export interface RefusalRule {
  code: string
  /** Default: 404 of `known`, `shown`, `number` and `module`, 409 of `revision`, `same`, `absent` and `unique`, 422 of all others. */
  status?: number
  /** Conditions: what stands at a place, as text, matches this pattern; nothing is the empty text, a list `[]` and each of its texts. */
  when?: Record<string, string>
  /** The cursor that this list gave out. */
  cursor?: string
  /** Texts in the query language (docs/query-language.md). */
  query?: string[]
  /** Nothing at the first place is above anything at the second; with `isStrict` all is below. */
  order?: [string, string]
  isStrict?: boolean
  /** Ids of things that the caller sees: of a collection, or named by anything stored. */
  known?: string
  in?: string
  /** What stands before the id where things mention it, such as `/images/`. */
  prefix?: string
  /** Nobody owns such things: whoever named one made it known to all. */
  isPublic?: boolean
  /** A value that the contract's examples of this request show. */
  shown?: string
  /** The revision of the item that the operation changes, under the name that the item has for it. */
  revision?: string
  /** What the item has at a pointer is what stands at a place. */
  same?: Record<string, string>
  /** The object that the item has at a pointer holds no property of the name that stands at a place. */
  absent?: Record<string, string>
  /** A module that operations belong to. */
  module?: string
  /** Texts that match a pattern. */
  fits?: Record<string, string>
  /** An address of a network. */
  address?: string
  /** Two texts that differ in their capitals alone. */
  alike?: [string, string]
  /** A file that has bytes. */
  file?: string
  /** A file that begins as a PNG, JPEG, WebP, GIF or AVIF does, whatever it is called. */
  picture?: string
  /** So many different values; a text holds several, parted by commas. */
  distinct?: { place: string; least?: number; most?: number }
  /** The first is one of the second. */
  among?: [string, string]
  /** No item of the operation's collection has these properties from these places. */
  unique?: Record<string, string>
  /** A pointer to a number in the reply that the examples of another operation show. */
  number?: { place: string; of: string }
}

/** What a reply is about, as `x-topic` writes it. */
export interface Topic {
  /** Where the request names it: a text, or the id of a signal. */
  place: string
  /** What the operation's examples are about, in all the words that they have for it. */
  shown: string | string[]
}

/** The file that an operation answers, as `x-file` writes it: one that was uploaded, or one that is made of what is stored. */
export interface FileRules {
  /** The collection that the request names an item of. */
  collection: string
  /** Where the request names it. */
  id: string
  uploaded?: UploadedFiles
  made?: MadeFile
}

export interface UploadedFiles {
  /** What ids of files begin with. */
  prefix: string
  /** What stands before the id in the address that things name. */
  address: string
}

/** Properties of the item by what they say, and what the file has in it. */
export interface MadeFile {
  /** What the item has once its file can be read; `code` refuses it before, with 409. */
  ready: Record<string, unknown>
  code: string
  /** The id of the thing that is in the file, and what kind of thing it is. */
  thing: string
  kind: string
  format: string
  name: string
  size: string
  /** Kinds whose file has the items of a collection; all others have their own texts. */
  rows: Record<string, string>
  /** The columns of such a table, and where an item has them. */
  columns: Record<string, string>
  /** What the examples of these items are about. */
  shown: string
}

/** What of a change is kept in a trail, as `x-audit` writes it. */
export interface AuditRules {
  /** The collection of the trail, and what ids of its entries begin with. */
  collection: string
  prefix: string
  /** What is changed: its kind, its collection, where the request names it, and properties that hold its name. */
  kind: string
  target: string
  id?: string
  names: string[]
  changes: AuditChangeRule[]
}

/** One field of a change: a name, or a place of the request that has the name. */
export interface AuditChangeRule {
  field: string
  /** Where the item has it. With `isThere` it is yes or no; `entry` is the switch of the list's entry that has this name as its key: on or off. */
  at?: string
  isThere?: boolean
  entry?: { key: string; value: string; usual: boolean }
  /** What the request adds, or takes away. */
  given?: string
  taken?: string
}

/** Where a reply tells of the caller, as `x-caller` writes it. */
export interface CallerRules {
  /** Collections of the directory. */
  people: string
  organizations: string
  groups: string
  /** What stands at each place of the reply. */
  places: Record<string, 'id' | 'email' | 'name' | 'organization' | 'groups' | 'colleagues' | 'roles' | 'modules'>
  /** Collections of which every caller has one item, by place. */
  items?: Record<string, string>
}

/** The conversation that a message and its answer become part of, as `x-conversation` writes it. */
export interface Conversation {
  collection: string
  /** Where the request names it; null there begins a new one. */
  id: string
  /** Where the request has the message; left out where it asks for an answer again. */
  text?: string
  /** What the answers of the examples are about: a question about something else is answered in its words. */
  shown?: string
  /** Where the request names the answer that another one takes the place of, and the codes for one that is not there (404) or is no answer (409). */
  replaces?: { message: string; missing: string; other: string }
  /** The code (409) while another answer is written to it. */
  busy?: string
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
  'x-reads'?: ModuleRead[]
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
  /** The code of the problem when what the request names is not there. */
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
  /** Places of the reply that repeat places of the request, beside those that a common schema tells. */
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
