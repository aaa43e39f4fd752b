import type { ContextPoint } from '@auspex/sdk'

/** The search of a report's URL that opens the documents with a context: names as they are, words in a row as a phrase. */
export const evidenceSearch = ({ kind, label }: ContextPoint): { docs: 'all'; context: string } => ({
  docs: 'all',
  context: kind === 'term' && label.includes(' ') ? `"${label}"` : label,
})
