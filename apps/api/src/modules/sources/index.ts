export { createSourcesOperations } from './sources.operations.ts'
