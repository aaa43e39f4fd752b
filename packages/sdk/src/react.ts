/** TanStack Query hooks, query options and keys. Their client comes from an `AuspexProvider`, or as `{ request: { client } }`. */
export * from './generated/react/index.ts'
export { AuspexProvider, useAuspexClient } from './runtime/react/provider.ts'
export { createQueryClientDefaults } from './runtime/react/query-client-defaults.ts'
