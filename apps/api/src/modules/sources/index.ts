export { type Connector, createSourcesOperations, type SourcesOptions } from './sources.operations.ts'
