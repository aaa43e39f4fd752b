export { createImportsOperations, type ImportsOperations, presentImport } from './imports.operations.ts'
