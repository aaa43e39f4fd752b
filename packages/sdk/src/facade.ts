/** All operations as methods, by resources: `createAuspex(options).signals.report(id)`. */
export { type Auspex, createAuspex, withResources } from './runtime/facade/create-auspex.ts'
export type { PagedCall } from './runtime/facade/paged-call.ts'
export type { MethodOptions } from './runtime/request-options.ts'
export type { StreamMethodOptions } from './runtime/streaming/stream.ts'
export type * from './generated/facade.ts'
