import { interestShare, type InterestShare, leastAsked, leastInterested } from '@auspex/analytics'
import { runAs, serverWork } from '../../kernel/work.ts'
import type { SourceKey } from '@auspex/sdk/types'
import type { DocumentFilter, DocumentsModule, SourceVoices } from '../documents/index.ts'
import type { CanonicalQuery, Signals } from '../signals/index.ts'

export interface InterestDependencies {
  signals: Pick<Signals, 'find' | 'filterOf' | 'labelOf'>
  documents: Pick<DocumentsModule, 'librarySummary' | 'countSourceVoices'>
}

export interface ReadInterest {
  share: InterestShare
  /** The country whose documents were counted; null for all. */
  geo: string | null
  /** Why no share can be told; null when one is. */
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
  /** The signal whose report lists what is counted, and the days that it is narrowed to. */
  signalId: string
  days: InterestDays
}

interface ReadFrom extends Pick<InterestQuestion, 'signalId' | 'days'> {
  filter: DocumentFilter
  country: string | null
  revision: number
}

/** Denominators that are kept while the library does not change: countries people look at in one sitting. */
const keptCounts = 64

/** Reads from the library which share of people is interested in a signal. */
export function createReadInterest({ signals, documents }: InterestDependencies) {
  const countAll = createKeptCounts(documents)

  /** Documents of `geo` where these tell a share as all documents do, of authors or of documents; all documents otherwise. */
  return async ({ query, geo, ...opened }: InterestQuestion): Promise<ReadInterest> => {
    const { filter } = await signals.filterOf(query)
    const { revision, sources } = await documents.librarySummary()
    const whole = sources
      .filter(({ sourceKey }) => (sourceKey === 'demo') === (filter.world === 'demo'))
      .filter(({ sourceKey, complete }) => complete && (filter.sources?.includes(sourceKey) ?? true))
      .map(({ sourceKey }) => sourceKey)
    const nobody: InterestShare = { interest: null, cells: [] }
    if (whole.length === 0) return { share: nobody, geo: null, reason: noneWhole }
    const own = filter.country ?? null
    const all = await readFrom({ filter: { ...filter, sources: whole }, country: own, revision, ...opened })
    if (geo === null || geo === own) return all
    const inCountry = await readFrom({ filter: { ...filter, sources: whole }, country: geo, revision, ...opened })
    // A share of documents beside one of authors would make a country look small because its sources name nobody
    const { interest } = inCountry.share
    const isAlike = all.share.interest === null || interest?.basis === all.share.interest.basis
    return interest !== null && isAlike ? inCountry : all
  }

  async function readFrom({ filter, country, revision, ...opened }: ReadFrom): Promise<ReadInterest> {
    const asked = { ...filter, country }
    const counted = await Promise.all([documents.countSourceVoices(asked), countAll(revision, asked)])
    const share = interestShare(toSources(counted, { ...opened, country }))
    return { share, geo: country, reason: share.interest === null ? tooFew(counted[0]) : null }
  }

  function toSources(
    [matching, all]: readonly [readonly SourceVoices[], readonly SourceVoices[]],
    opened: Omit<SourceAddress, 'source'>,
  ) {
    const own = new Map(matching.map((one) => [one.source, one]))
    return all.map(({ source, documents: allDocuments, authors: allAuthors, year }) => ({
      source,
      label: signals.labelOf(source),
      documents: own.get(source)?.documents ?? 0,
      authors: own.get(source)?.authors ?? 0,
      allDocuments,
      allAuthors,
      year,
      url: toPath({ ...opened, source }),
    }))
  }
}

/** Counts everything that a filter leaves when nobody asks for a topic. One revision of the library never counts otherwise. */
function createKeptCounts(documents: Pick<DocumentsModule, 'countSourceVoices'>) {
  let kept = { revision: -1, counts: new Map<string, Promise<SourceVoices[]>>() }
  return (revision: number, filter: DocumentFilter): Promise<SourceVoices[]> => {
    if (kept.revision !== revision || kept.counts.size >= keptCounts) kept = { revision, counts: new Map() }
    const all = { ...filter, tsquery: null, words: null, exact: null, entity: null }
    const key = JSON.stringify(all)
    const { counts } = kept
    const known = counts.get(key) ?? runAs(serverWork, () => documents.countSourceVoices(all))
    counts.set(key, known)
    known.catch(() => counts.delete(key))
    return known
  }
}

interface SourceAddress extends Pick<InterestQuestion, 'signalId' | 'days'> {
  source: SourceKey
  country: string | null
}

function toPath({ signalId, source, country, days: { from, to } }: SourceAddress): string {
  const search = new URLSearchParams({
    docs: 'all',
    source,
    ...(country !== null && { country }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  })
  return `/signals/${signalId}?${String(search)}`
}

const noneWhole =
  'The library holds no source whole, only what searches fetched, so nobody can tell which share of people is interested. Import a whole data set, such as the archive of a forum.'

function tooFew(matching: readonly SourceVoices[]): string {
  const documents = matching.reduce((sum, one) => sum + one.documents, 0)
  return `The sources that the library holds whole have ${documents} documents of this signal, and ${leastInterested} of at least ${leastAsked} are needed. Search in fewer or more common words, or import more documents.`
}
