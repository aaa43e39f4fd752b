/** The contract as data: every operation with its method, path and metadata. */
export { type OperationId, operations } from './generated/operations.ts'
