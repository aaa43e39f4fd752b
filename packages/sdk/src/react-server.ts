/** The part of `/react` for server components: options and keys. Hooks and the provider are for the browser. */
export * from './generated/query/index.ts'
export { createQueryClientDefaults } from './runtime/query/query-options.ts'
