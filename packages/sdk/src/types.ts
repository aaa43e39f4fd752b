/** Types only: models by name, and request and responses of every operation as its server sees them. */
export type * from './generated/model/index.ts'
export type { ContractOperations } from './generated/operation-types.ts'
