import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  type ContractDocument,
  type Method,
  type OperationObject,
  type ParameterObject,
  problemType,
  resolve,
  type ResponseObject,
} from '@auspex/contract'

/** An operation as written in the document. */
export interface WrittenOperation {
  path: string
  method: Method
  operation: OperationObject & { description?: string }
  /** The operation's parameters and those of its path, with references resolved. */
  parameters: ParameterObject[]
}

const listedMethods: readonly Method[] = ['get', 'put', 'post', 'delete', 'patch']

/** Every operation of the document, in document order. */
export function listOperations(document: ContractDocument): WrittenOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    listedMethods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
        resolve<ParameterObject>(document, parameter),
      )
      return [{ path, method, operation, parameters }]
    }),
  )
}

const modules = new Set<string | null>([
  null,
  ...'signals explore imports portfolios projects stories zeus newsfeed clinical demographics trends monitors reports'.split(
    ' ',
  ),
])
const roles = new Set(['member', 'importer', 'godmode'])
const tenancies = new Set(['none', 'user', 'group', 'organization', 'all'])
const scopes = new Set<string | undefined>([undefined, 'search', 'import'])
const verbs = new Set(['create', 'read', 'list', 'update', 'delete', 'clear', 'restore'])
/** Verbs whose request must name an item, unless each person has only one. */
const naming = new Set(['read', 'update', 'delete', 'restore'])

const changing = new Set(['create', 'update', 'delete', 'clear', 'restore'])

/** How many operations a tag may have before it must be split. */
const maxOperationsPerTag = 20

/** Time limits from the specification (its §9), in milliseconds; every other operation has the default of 900000. */
const specifiedTimeouts: Readonly<Record<string, number>> = {
  'POST /explore/topicQuery': 60_000,
  'POST /explore/signalBySources': 60_000,
  'POST /explore/getQueryStatus': 600_000,
  'POST /godmode/cache/{}': 600_000,
  'POST /godmode/cache/portfolio/{}': 600_000,
}

/** Whether an operation's description is long enough to explain its purpose, cost and failures. */
export function isDescribed({ operation }: WrittenOperation): boolean {
  return (operation.description ?? '').length >= 60
}

/** How many operations each tag has. */
export function countByTag(document: ContractDocument): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { operation } of listOperations(document))
    for (const tag of operation.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return counts
}

/** Violations of docs/decisions/contract.md in how operations are written, as sentences that begin with the operation. */
export function findOperationFaults(document: ContractDocument): string[] {
  const ofTags = [...countByTag(document)].flatMap(([tag, count]) =>
    count > maxOperationsPerTag ? [`tag ${tag}: has ${count} operations, ${maxOperationsPerTag} are the most`] : [],
  )
  return [
    ...ofTags,
    ...groupFaults(document),
    ...listOperations(document).flatMap((writtenOperation) => faultsOf(document, writtenOperation)),
  ]
}

/** Finds tags without a group, which the reference would omit. */
function groupFaults(document: ContractDocument & { 'x-tagGroups'?: { tags: string[] }[] }): string[] {
  const groups = document['x-tagGroups']
  if (groups === undefined) return []
  const grouped = groups.flatMap(({ tags }) => tags)
  return [...countByTag(document).keys()].flatMap((tag) => {
    const times = grouped.filter((each) => each === tag).length
    return times === 1 ? [] : [`tag ${tag}: is in ${times} groups of x-tagGroups`]
  })
}

function faultsOf(document: ContractDocument, written: WrittenOperation): string[] {
  const { operation } = written
  const isSecured = (operation.security ?? document.security ?? []).length > 0
  return [
    ...describeFaults({
      'has no description of 60 characters': !isDescribed(written),
      'has not exactly one tag': operation.tags?.length !== 1,
      'has no x-product-message': operation['x-product-message'] === undefined,
    }),
    ...permissionFaults(operation, isSecured),
    ...timeoutFaults(written),
    ...resourceFaults(operation),
    ...retryFaults(written),
    ...readFaults(operation),
    ...Object.entries(operation.responses).flatMap(([status, response]) =>
      responseFaults(operation, Number(status), resolve(document, response)),
    ),
    ...expectedErrors(operation, isSecured)
      .filter((status) => !(status in operation.responses))
      .map((status) => `does not document ${status}`),
  ].map((fault) => `${operation.operationId}: ${fault}`)
}

/** The descriptions of the faults that there are. */
function describeFaults(faults: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(faults).filter((fault) => faults[fault])
}

function permissionFaults({ 'x-permission': permission }: OperationObject, isSecured: boolean): string[] {
  if (permission === undefined) return isSecured ? ['has no x-permission'] : []
  const { module, role, tenancy, scope } = permission
  return describeFaults({
    [`has the unknown module ${module}`]: !modules.has(module),
    [`has the unknown role ${role}`]: !roles.has(role),
    [`has the unknown tenancy ${tenancy}`]: !tenancies.has(tenancy),
    [`has the unknown scope ${scope}`]: !scopes.has(scope),
  })
}

function timeoutFaults({ path, method, operation: { 'x-timeout-ms': timeoutMs } }: WrittenOperation): string[] {
  const expected = specifiedTimeouts[`${method.toUpperCase()} ${path.replaceAll(/{\w+}/g, '{}')}`]
  if (timeoutMs === expected) return []
  return [`has x-timeout-ms ${timeoutMs ?? 'of the default'}, the specification says ${expected ?? 'the default'}`]
}

function resourceFaults({ 'x-resource': resource, 'x-permission': permission }: OperationObject): string[] {
  if (resource === undefined) return []
  const { verb, id } = resource
  const isOnesOwn = permission?.tenancy === 'user' && verb !== 'delete'
  return describeFaults({
    [`has the unknown verb ${verb}`]: !verbs.has(verb),
    [`has x-resource ${verb} without an id`]: naming.has(verb) && id === undefined && !isOnesOwn,
  })
}

/** Which requests may be repeated after a failure. */
function retryFaults({ method, operation }: WrittenOperation): string[] {
  const { 'x-resource': resource, 'x-idempotency-key': takesKey, 'x-safe': isSafe } = operation
  const changes = resource !== undefined && changing.has(resource.verb)
  const mustSayKey = method !== 'get' && (method !== 'post' || changes)
  return describeFaults({
    'has x-idempotency-key and changes nothing': method === 'get' && takesKey !== undefined,
    // even one that need not take a key, because repeating it is harmless, says so (docs/decisions/requests-and-refusals.md)
    'changes something and has no x-idempotency-key': mustSayKey && takesKey === undefined,
    'has x-safe and is no POST': isSafe !== undefined && method !== 'post',
    // a safe POST is retried like a GET
    'has x-safe and changes something': isSafe !== undefined && (takesKey !== undefined || changes),
  })
}

function readFaults({ 'x-reads': reads = [], 'x-permission': permission }: OperationObject): string[] {
  return reads.flatMap(({ module, where, effect }) => [
    ...(modules.has(module) ? [] : [`reads the unknown module ${module}`]),
    ...(module === permission?.module ? [`reads ${module}, which its x-permission names`] : []),
    ...(where === undefined || /^(?:path|query)\.\w+$|^body\.\/\S+$/.test(where)
      ? []
      : [`reads at no place: ${where}`]),
    ...(where !== undefined && effect !== undefined
      ? [`says both where it reads ${module} and how that is decided`]
      : []),
  ])
}

function responseFaults(operation: OperationObject, status: number, { content = {} }: ResponseObject): string[] {
  if (status >= 400) return problemType in content ? [] : [`answers ${status} without ${problemType}`]
  return Object.entries(content).flatMap(([type, { schema }]) => {
    if (type === 'text/event-stream')
      return Object.keys(operation['x-sse-events'] ?? {}).length > 0 ? [] : ['streams without x-sse-events']
    const isNamed = typeof schema === 'object' && schema !== null && '$ref' in schema
    return type.includes('json') && !isNamed ? [`answers ${status} with a schema that has no name`] : []
  })
}

/** Errors that every operation of this kind can return. */
function expectedErrors({ requestBody }: OperationObject, isSecured: boolean): number[] {
  // 403 because a service needs a scope, even where a person needs no permission
  return [...(isSecured ? [401, 403] : []), ...(requestBody === undefined ? [] : [413, 415]), 422, 429, 500, 503]
}

/** Describes operations outside their tag's file: `paths/<tag>.yaml` contains exactly one complete tag. */
export function findStrayTags(): string[] {
  return globSync('openapi/src/paths/*.yaml').flatMap((file) => {
    const tags = [...readFileSync(file, 'utf8').matchAll(/^ {4}tags: \[(.*)\]$/gm)].map(([, tag = '']) => tag.trim())
    return [...new Set(tags)]
      .filter((tag) => tag !== basename(file, '.yaml'))
      .map((tag) => `${file}: holds operations of the tag ${tag}`)
  })
}
