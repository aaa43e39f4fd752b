import type { EvidenceFilter as ContractFilter } from '@auspex/sdk'
import type { EvidenceFilter } from '../evidence.ts'
import type { ReportSearch } from '../signals.search.ts'

/** A filter of the contract as the address of the open documents. */
export const toEvidence = (filter: ContractFilter): EvidenceFilter => ({
  docs: filter.group ?? 'all',
  tone: filter.tone ?? undefined,
  // The address refuses what it does not know, so that a newer server cannot break it.
  source: (filter.source ?? undefined) as ReportSearch['source'],
  kind: (filter.kind ?? undefined) as ReportSearch['kind'],
  outlet: filter.outlet ?? undefined,
  author: filter.author ?? undefined,
  country: filter.country ?? undefined,
  context: filter.context ?? undefined,
  story: filter.storyCluster ?? undefined,
  ids: filter.ids ?? undefined,
  since: filter.from ?? undefined,
  until: filter.to ?? undefined,
})
