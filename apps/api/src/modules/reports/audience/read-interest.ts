import type { DocumentFilter, DocumentsModule, SourceVoices } from '../../library/index.ts'
import type { CanonicalQuery } from '../signal-query.ts'
import type { Signals } from '../signals.module.ts'
import {
  estimateInterestShare,
  type InterestShare,
  minSampleSize,
  minInterested,
  minEffectiveOutlets,
} from '@auspex/analytics'
import type { SourceKey } from '@auspex/sdk/types'
import { runAs, serverWork } from '../../../kernel/work.ts'

export interface AudienceDependencies {
  signals: Signals
  documents: DocumentsModule
  countAll: CountAll
}

export interface ReadInterest {
  share: InterestShare
  /** The country whose documents were counted; null for all. */
  geo: string | null
  /** Why no share is known; null when one is. */
  reason: string | null
}

/** First and last day, both included; absent for all of the signal's. */
export interface InterestDays {
  from?: string | undefined
  to?: string | undefined
}

interface InterestQuestion {
  query: CanonicalQuery
  geo: string | null
  /** The signal whose report lists the counted documents, and the days it is narrowed to. */
  signalId: string
  days: InterestDays
}

/** The documents of a signal that a reader can open to see what was counted. */
interface OpenedDocuments {
  signalId: string
  days: InterestDays
  country: string | null
}

interface ReadFrom extends OpenedDocuments {
  filter: DocumentFilter
  revision: number
}

/** Denominators cached per revision of the library: as many countries as people look at in one sitting. */
const maxCachedCounts = 64

/**
 * Measures in the library which share of people is interested in a signal. Uses the documents of `geo` if they give the same kind of share as all
 * documents, of authors or of documents; otherwise all documents.
 */
export async function readInterest(
  { query, geo, ...opened }: InterestQuestion,
  deps: AudienceDependencies,
): Promise<ReadInterest> {
  const { filter } = await deps.signals.filterOf(query)
  const { revision, sources } = await deps.documents.librarySummary()
  const completeSources = sources
    .filter(({ sourceKey }) => (sourceKey === 'demo') === (filter.world === 'demo'))
    .filter(({ sourceKey, complete }) => complete && (filter.sources?.includes(sourceKey) ?? true))
    .map(({ sourceKey }) => sourceKey)
  const noInterest: InterestShare = { interest: null, lack: 'outlets', cells: [] }
  if (completeSources.length === 0) return { share: noInterest, geo: null, reason: noCompleteSource }
  const signalCountry = filter.country ?? null
  const scope = { filter: { ...filter, sources: completeSources }, revision, ...opened }
  const all = await readFrom({ ...scope, country: signalCountry }, deps)
  if (geo === null || geo === signalCountry) return all
  const inCountry = await readFrom({ ...scope, country: geo }, deps)
  // A share of documents beside one of authors would make a country look small only because its sources have no authors
  const { interest } = inCountry.share
  const isAlike = all.share.interest === null || interest?.basis === all.share.interest.basis
  return interest !== null && isAlike ? inCountry : all
}

async function readFrom(
  { filter, country, revision, ...opened }: ReadFrom,
  { documents, countAll, signals }: AudienceDependencies,
): Promise<ReadInterest> {
  const countryFilter = { ...filter, country }
  const sourceCounts = await Promise.all([
    documents.countSourceVoices(countryFilter),
    countAll(revision, countryFilter),
  ])
  const share = estimateInterestShare(toSources(sourceCounts, { ...opened, country }, signals))
  return {
    share,
    geo: country,
    reason:
      share.interest === null ? (share.lack === 'outlets' ? oneSided(sourceCounts[0]) : tooFew(sourceCounts[0])) : null,
  }
}

function toSources(
  [matching, all]: readonly [readonly SourceVoices[], readonly SourceVoices[]],
  opened: OpenedDocuments,
  { labelOf }: Signals,
) {
  const matchingBySource = new Map(matching.map((one) => [one.source, one]))
  return all.map(({ source, documents: allDocuments, authors: allAuthors, year, outlets }) => ({
    source,
    label: labelOf(source),
    documents: matchingBySource.get(source)?.documents ?? 0,
    authors: matchingBySource.get(source)?.authors ?? 0,
    allDocuments,
    allAuthors,
    year,
    outlets: [...outlets].map(([outlet, n]) => ({
      documents: matchingBySource.get(source)?.outlets.get(outlet) ?? 0,
      allDocuments: n,
    })),
    url: toPath(source, opened),
  }))
}

/** Counts everything that a filter matches without a topic, in a revision of the library. */
type CountAll = (revision: number, filter: DocumentFilter) => Promise<SourceVoices[]>

/** Caches the counts: those of one revision of the library never change. */
export function createCountAll(documents: DocumentsModule): CountAll {
  let cache = { revision: -1, counts: new Map<string, Promise<SourceVoices[]>>() }
  return (revision, filter) => {
    if (cache.revision !== revision || cache.counts.size >= maxCachedCounts) cache = { revision, counts: new Map() }
    const all = { ...filter, tsquery: null, words: null, exact: null, entity: null }
    const key = JSON.stringify(all)
    const { counts } = cache
    const count = counts.get(key) ?? runAs(serverWork, () => documents.countSourceVoices(all))
    counts.set(key, count)
    count.catch(() => counts.delete(key))
    return count
  }
}

function toPath(source: SourceKey, { signalId, country, days: { from, to } }: OpenedDocuments): string {
  const search = new URLSearchParams({
    docs: 'all',
    source,
    ...(country !== null && { country }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  })
  return `/signals/${signalId}?${String(search)}`
}

const noCompleteSource =
  'The library has no complete source, only what searches fetched, so the share of interested people is unknown. Import a whole data set, such as the archive of a forum.'

function oneSided(matching: readonly SourceVoices[]): string {
  const documents = matching.reduce((sum, one) => sum + one.documents, 0)
  return `The ${documents} documents of this signal show the interest of only one or two audiences: nearly all complete data in the library comes from fewer than ${minEffectiveOutlets} outlets, and how far other people differ from them is unknown. Import whole data sets of more outlets or forums.`
}

function tooFew(matching: readonly SourceVoices[]): string {
  const documents = matching.reduce((sum, one) => sum + one.documents, 0)
  return `The sources that the library holds whole have ${documents} documents of this signal, and ${minInterested} of at least ${minSampleSize} are needed. Search in fewer or more common words, or import more documents.`
}
