export { ImportDamagedError, ImportFormatError, type ImportFormatCode } from './imported/import-errors.ts'
export { readDocuments, type ReadDocumentsOptions, type ReadRow } from './imported/read-documents.ts'
export type * from './source.types.ts'
