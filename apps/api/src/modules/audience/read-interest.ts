import { interestShare, type InterestShare, leastAsked, leastInterested } from '@auspex/analytics'
import type { SourceKey } from '@auspex/sdk/types'
import type { DocumentFilter, DocumentsModule } from '../documents/index.ts'
import type { CanonicalQuery, Signals } from '../signals/index.ts'
import type { AudienceRepository, SourceVoices } from './audience.repository.ts'

export interface InterestDependencies {
  repository: AudienceRepository
  signals: Pick<Signals, 'find' | 'filterOf' | 'labelOf'>
  documents: Pick<DocumentsModule, 'librarySummary'>
}

export interface ReadInterest {
  share: InterestShare
  /** The country whose documents were counted; null for all. */
  geo: string | null
  /** Why no share can be told; null when one is. */
  reason: string | null
}

/** Denominators that are kept while the library does not change: countries people look at in one sitting. */
const keptCounts = 64

/** Reads from the library which share of people is interested in a signal. */
export function createReadInterest({ repository, signals, documents }: InterestDependencies) {
  const countAll = createKeptCounts(repository)

  /** Prefers documents of `geo`; where these tell no share, all documents, unless the signal is of one country itself. */
  return async (query: CanonicalQuery, geo: string | null): Promise<ReadInterest> => {
    const { filter } = await signals.filterOf(query)
    const { revision, sources } = await documents.librarySummary()
    const whole = sources
      .filter(({ sourceKey }) => (sourceKey === 'demo') === (filter.world === 'demo'))
      .filter(({ sourceKey, complete }) => complete && (filter.sources?.includes(sourceKey) ?? true))
      .map(({ sourceKey }) => sourceKey)
    const nobody: InterestShare = { interest: null, cells: [] }
    if (whole.length === 0) return { share: nobody, geo: null, reason: noneWhole }
    const countries = filter.country == null && geo !== null ? [geo, null] : [filter.country ?? null]
    let read: ReadInterest = { share: nobody, geo: null, reason: null }
    for (const country of countries) {
      const own = { ...filter, sources: whole, country }
      const counted = await Promise.all([repository.count(own), countAll(revision, own)])
      const share = interestShare(toSources(counted, { signalId: query.signalId, country }))
      read = { share, geo: country, reason: share.interest === null ? tooFew(counted[0]) : null }
      if (share.interest !== null) return read
    }
    return read
  }

  function toSources(
    [matching, all]: readonly [readonly SourceVoices[], readonly SourceVoices[]],
    { signalId, country }: { signalId: string; country: string | null },
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
      url: toPath({ signalId, source, country }),
    }))
  }
}

/** Counts everything that a filter leaves when nobody asks for a topic. One revision of the library never counts otherwise. */
function createKeptCounts(repository: AudienceRepository) {
  let kept = { revision: -1, counts: new Map<string, Promise<SourceVoices[]>>() }
  return (revision: number, filter: DocumentFilter): Promise<SourceVoices[]> => {
    if (kept.revision !== revision || kept.counts.size >= keptCounts) kept = { revision, counts: new Map() }
    const all = { ...filter, tsquery: null, exact: null, entity: null }
    const key = JSON.stringify(all)
    const { counts } = kept
    const known = counts.get(key) ?? repository.count(all)
    counts.set(key, known)
    known.catch(() => counts.delete(key))
    return known
  }
}

function toPath({
  signalId,
  source,
  country,
}: {
  signalId: string
  source: SourceKey
  country: string | null
}): string {
  const search = new URLSearchParams({ docs: 'all', source, ...(country !== null && { country }) })
  return `/signals/${signalId}?${String(search)}`
}

const noneWhole =
  'The library holds no source whole, only what searches fetched, so nobody can tell which share of people is interested. Import a whole data set, such as the archive of a forum.'

function tooFew(matching: readonly SourceVoices[]): string {
  const documents = matching.reduce((sum, one) => sum + one.documents, 0)
  return `The sources that the library holds whole have ${documents} documents of this signal, and ${leastInterested} of at least ${leastAsked} are needed. Search in fewer or more common words, or import more documents.`
}
