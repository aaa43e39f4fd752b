import type { EvidenceFilter as ContractFilter } from '@auspex/sdk'
import type { EvidenceFilter } from '../evidence.ts'
import type { ReportSearch } from '../signals.search.ts'

/** A filter of the contract as search parameters of the open documents. */
export const toEvidence = (filter: ContractFilter): EvidenceFilter => ({
  docs: filter.group ?? 'all',
  tone: filter.tone,
  // The search schema drops unknown values, so that a newer server cannot break it.
  source: filter.source as ReportSearch['source'],
  kind: filter.kind as ReportSearch['kind'],
  outlet: filter.outlet,
  author: filter.author,
  country: filter.country,
  context: filter.context,
  story: filter.storyCluster,
  ids: filter.ids,
  since: filter.from,
  until: filter.to,
})
