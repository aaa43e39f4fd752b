export type { BodyType } from './body-type.ts'
export {
  type CheckedInput,
  type CheckedRequest,
  checkRequest,
  type FormParts,
  type RequestParts,
  type UploadedFile,
} from './check-request.ts'
export { createExchangeCheck, type Exchange, type Judgement } from './check-exchange.ts'
export { type Contract, type ContractOperation, loadContract } from './contract.ts'
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
export { modulesOf, modulesOfRequest } from './module-reads.ts'
export { tapFetch, type TapOptions } from './tap-fetch.ts'
export { createRouteMatcher, type RouteMatch } from './match-route.ts'
export { mostFields } from './fields.ts'
export { deepestJson, type JsonLimits, mostNames, smallJson } from './json-limits.ts'
export { readJson, type ReadJson } from './read-json.ts'
export { readEvents, type SentEvent } from './read-events.ts'
export { eventStreamType, formType, jsonType, mediaTypeOf, multipartType, problemType } from './media-types.ts'
export { dereference, type Schema, typesOf } from './schema.ts'
export { type InvalidField, toInvalidFields, type Validate } from './validators.ts'
