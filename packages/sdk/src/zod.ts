/** Validators (zod mini): every schema by its name, and path, query and body of every operation under `operations`. */
export * from './generated/zod-model/index.ts'
export * as operations from './generated/zod/index.ts'
export {
  ContractError,
  type ContractIssue,
  createValidation,
  createValidationOf,
  toFormMessages,
  type ValidationOptions,
} from './runtime/zod/create-validation.ts'
