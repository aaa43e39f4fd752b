/** TanStack Query hooks, query options and keys. Their client comes from an `AuspexProvider`, or is passed as `{ request: { client } }`. */
export * from './generated/query/index.ts'
export * from './generated/react/index.ts'
export { AuspexProvider, useAuspexClient } from './runtime/react/provider.ts'
export {
  type EventStreamControl,
  type EventStreamSettings,
  type StreamRequest,
  useEventStream,
} from './runtime/react/use-event-stream.ts'
export { type SearchControl, type SearchTiming, useSearch } from './runtime/react/use-search.ts'
export type { KeyedClient, QueryKeyOf } from './runtime/query/query-key.ts'
export {
  createQueryClientDefaults,
  type InfiniteQueryOptions,
  type InfiniteQuerySettings,
  type MutationSettings,
  type QueryOptions,
  type QuerySettings,
  type SuspenseQueryOptions,
  type SuspenseQuerySettings,
} from './runtime/query/query-options.ts'
