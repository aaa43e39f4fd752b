export {
  type BrokenRequest,
  brokenRequestArbitrary,
  type FuzzRequest,
  requestArbitrary,
  writeRequest,
  type WrittenRequest,
} from './request.ts'
export { type UnknownFieldRequest, unknownFieldRequests, unstorableRequests, wholeRequests } from './unknown-fields.ts'
export { valueArbitrary } from './value.ts'
export { type WorstRequest, worstRequests } from './worst-requests.ts'
