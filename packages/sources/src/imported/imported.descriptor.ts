import type { SourceDescriptor } from '../source-descriptor.ts'

/** Documents that this installation loaded: nobody is asked for them. */
export const imported: SourceDescriptor = {
  key: 'imported',
  number: 1,
  kind: 'library',
  label: 'Imported documents',
  holdsAll: true,
}
