import type { EvidenceFilter as ContractFilter, ListSignalDocumentsParams } from '@auspex/sdk'
import type { ReportSearch } from './signals.search.ts'

/** The filter of the documents behind a number. The panel that lists them has the same total as the number. */
export type EvidenceFilter = Partial<
  Pick<
    ReportSearch,
    | 'tone'
    | 'source'
    | 'kind'
    | 'outlet'
    | 'author'
    | 'country'
    | 'context'
    | 'story'
    | 'ids'
    | 'narrative'
    | 'part'
    | 'since'
    | 'until'
    | 'sort'
    | 'find'
    | 'doc'
  >
> & {
  docs?: ReportSearch['docs']
}

const nothing = {
  docs: undefined,
  tone: undefined,
  source: undefined,
  kind: undefined,
  outlet: undefined,
  author: undefined,
  country: undefined,
  context: undefined,
  story: undefined,
  ids: undefined,
  narrative: undefined,
  part: undefined,
  since: undefined,
  until: undefined,
  sort: undefined,
  find: undefined,
  doc: undefined,
} satisfies Record<keyof EvidenceFilter, undefined>

/** The URL with these documents open, without any earlier filter. */
export const withEvidence = (search: ReportSearch, filter: EvidenceFilter): ReportSearch => ({
  ...search,
  ...nothing,
  docs: 'all',
  ...filter,
})

/** The same for a report that is not open. */
export const evidenceOf = (filter: EvidenceFilter) => ({ ...nothing, docs: 'all' as const, ...filter })

export const withoutEvidence = (search: ReportSearch): ReportSearch => ({ ...search, ...nothing })

/** The open documents as parameters of the API. */
export const toDocumentsParams = (search: ReportSearch): ListSignalDocumentsParams => {
  const { docs, tone, source, kind, outlet, author, country, context, story, ids, narrative, part } = search
  const { since, until, sort, find } = search
  const params: ListSignalDocumentsParams = {
    group: docs === 'documents' || docs === 'chatter' ? docs : undefined,
    tone,
    source,
    kind,
    outlet,
    author,
    country,
    context,
    storyCluster: story,
    ids,
    narrative,
    change: part,
    from: since,
    to: until,
    sort,
    find,
    // A request for one story, or for specific documents, needs each of them.
    fold: story === undefined && ids === undefined ? 'stories' : undefined,
  }
  // Omitted, so that the same filter has the same query key.
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

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
