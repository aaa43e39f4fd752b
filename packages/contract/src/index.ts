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
export { modulesOf, modulesOfRequest } from './module-reads.ts'
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
