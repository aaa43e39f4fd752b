/** Types only: models by name, and request and response types of every operation. */
export type * from './generated/model/index.ts'
export type { components as ContractComponents, operations as ContractOperations } from './generated/schema.ts'
