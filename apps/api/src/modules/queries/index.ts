export { createQueriesOperations } from './queries.operations.ts'
