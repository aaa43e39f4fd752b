import type { ContractOperation } from './contract.ts'
import type { CheckedInput } from './check-request.ts'
import type { ModuleRead } from './document.ts'

/** What an operation says about the modules it uses. */
interface ModuleUse {
  permission: ContractOperation['permission']
  reads: readonly ModuleRead[]
}

/** The modules that a caller needs for the operation, whatever the request contains. */
export function modulesOf({ permission, reads }: ModuleUse): string[] {
  const ownModule = permission?.module ?? null
  const always = reads.filter((read) => read.where === undefined && read.effect === undefined)
  return [...new Set([...(ownModule === null ? [] : [ownModule]), ...always.map(({ module }) => module)])]
}

/** The additional modules that a caller needs because of the request's content. */
export function modulesOfRequest({ reads }: { reads: readonly ModuleRead[] }, input: CheckedInput): string[] {
  return [...new Set(reads.filter((read) => isNamed(read, input)).map(({ module }) => module))]
}

function isNamed({ where, is }: ModuleRead, input: CheckedInput): boolean {
  if (where === undefined) return false
  const values = valuesAt(input, where)
  return is === undefined ? values.length > 0 : values.some((value) => is.includes(String(value)))
}

/** The values at `path.NAME`, `query.NAME` or `body.POINTER`; the items of a list, and nothing for null or a missing value. */
function valuesAt(input: CheckedInput, place: string): unknown[] {
  const [, part = '', rest = ''] = /^(path|query|body)\.(.*)$/.exec(place) ?? []
  const steps = part === 'body' ? rest.split('/').slice(1) : [rest]
  let value: unknown = { path: input.path, query: input.query, body: input.body }[part]
  for (const step of steps)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined
  return (Array.isArray(value) ? value : [value]).filter((item) => item != null)
}

export {
  type BodyType,
  eventStreamType,
  formType,
  jsonType,
  mediaTypeOf,
  multipartType,
  problemType,
} from './body-type.ts'
export {
  type CheckedInput,
  type CheckedRequest,
  checkRequest,
  type FormParts,
  maxFields,
  type RequestParts,
  type UploadedFile,
} from './check-request.ts'
export { createExchangeCheck, type Exchange, type Judgement } from './check-exchange.ts'
export { type AccessScope, type Contract, type ContractOperation, loadContract } from './contract.ts'
export {
  type AuditChangeRule,
  type AuditRules,
  type CallerRules,
  type ContractDocument,
  type Conversation,
  type FileRules,
  type ListRules,
  type ListedRows,
  type MadeFile,
  type MediaObject,
  type Method,
  type OperationObject,
  type ParameterObject,
  type Permission,
  type Progress,
  type RefusalRule,
  type Reference,
  methods,
  type ModuleRead,
  resolve,
  type Resource,
  type ResponseObject,
  type Topic,
  type UploadedFiles,
} from './document.ts'
export { tapFetch, type TapOptions } from './tap-fetch.ts'
export { createRouteMatcher, type RouteMatch } from './match-route.ts'
export {
  deepestJson,
  type JsonLimits,
  maxNames,
  readEvents,
  readJson,
  type ReadJson,
  type SentEvent,
  smallJson,
} from './read-json.ts'
export { componentName, dereference, likelyTypes, resolveSchema, type Schema, typesOf } from './schema.ts'
export { type InvalidField, toInvalidFields } from './describe-faults.ts'
export type { Validate } from './validators.ts'
