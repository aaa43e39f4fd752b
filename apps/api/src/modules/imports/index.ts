export { createImportsOperations, type ImportsOperations } from './imports.operations.ts'
