/** The contract as data: every operation with its method, path and what the contract says of it. */
export { type OperationId, operations } from './generated/operations.ts'
