import type { SourceDescriptor } from '../source-descriptor.ts'

/** Documents that are generated here and never mixed with real ones. */
export const demo: SourceDescriptor = {
  key: 'demo',
  number: 6,
  kind: 'library',
  label: 'Demo documents',
  holdsAll: true,
}
