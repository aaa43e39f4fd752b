/** TanStack Query hooks, query options and keys. Pass the client as `{ request: { client } }`. */
export * from './generated/react/index.ts'
