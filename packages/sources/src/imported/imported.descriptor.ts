import type { SourceDescriptor } from '../source-descriptor.ts'

/** Documents that this installation loaded: there is nothing to query. */
export const imported: SourceDescriptor = {
  key: 'imported',
  number: 1,
  kind: 'library',
  label: 'Imported documents',
  holdsAll: true,
}
