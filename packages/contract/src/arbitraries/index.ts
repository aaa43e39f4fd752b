export { type BrokenRequest, brokenRequestArbitrary, type FuzzRequest, requestArbitrary } from './request.ts'
export type { Schema } from './schema.ts'
export { valueArbitrary } from './value.ts'
export { writeRequest, type WrittenRequest } from './write-request.ts'
