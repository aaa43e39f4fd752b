import type { ContextPoint } from '@auspex/sdk'

/** The search parameters of a report that open the documents with a context: names verbatim, several words as a phrase. */
export const evidenceSearch = ({ kind, label }: ContextPoint): { docs: 'all'; context: string } => ({
  docs: 'all',
  context: kind === 'term' && label.includes(' ') ? `"${label}"` : label,
})
