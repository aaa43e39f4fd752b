/** All operations as methods, by resources: `createAuspex(options).signals.report(id)`. */
export { type Auspex, createAuspex, withResources } from './runtime/facade/create-auspex.ts'
export type { MethodOptions, StreamMethodOptions } from './runtime/facade/method-options.ts'
export type { PagedCall } from './runtime/facade/paged-call.ts'
export type * from './generated/facade.ts'
