export { createLibraryCounts, type LibraryCounts, type SourceHolding } from './library-counts.repository.ts'
export { type Connector, createSourcesOperations, type SourcesOptions } from './sources.operations.ts'
