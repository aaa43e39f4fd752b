import {
  findNarratives,
  queryPhrases,
  tokens,
  type Narrative as FoundNarrative,
  type QueryNode,
} from '@auspex/analytics'
import type { NarrativesSection, Provenance, Narrative, ToneCounts } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { DocumentsModule, StoredDocument } from '../../library/index.ts'
import type { SignalRequest } from '../find-signal.ts'
import type { NarrativesRepository, StoredNarratives } from './narratives.repository.ts'
import { presentDocument, toLibraryDocument } from '../report/present-document.ts'

const method =
  'Stories by TF-IDF cosine, joined to their nearest neighbours where they share them, cut into groups by modularity (Louvain); groups of a mean cosine of pairs below .09 left out; named by the headline nearest to the centre, phrases by class-based TF-IDF.'
const maxRepresentatives = 3
const maxListedIds = 50

export interface NarrativesDependencies {
  narratives: NarrativesRepository
  documents: DocumentsModule
  /** The signals that are being measured, so that concurrent callers share a measurement. */
  measuring: Map<string, Promise<NarrativesSection>>
  clock: Clock
}

/** Maximum number of documents read, and of narratives shown. */
const maxDocuments = 600
const maxNarratives = 12
/** Above this many expected documents the 1/8 sample of the library is read. */
const maxUnsampledDocuments = 20_000
/** How long a section is still sent after the library changed: an import changes it every second. */
const staleMs = 60_000

/** The narratives of a signal: the stored ones while they are good, otherwise measured again; concurrent callers share a measurement. */
export async function readNarratives(request: SignalRequest, deps: NarrativesDependencies): Promise<NarrativesSection> {
  const { signalId } = request.query
  const { measuring } = deps
  const { stored, revision } = await deps.narratives.find(signalId)
  if (stored !== null && isGood(stored, { provenance: request.provenance, revision, now: deps.clock.now() }))
    return JSON.parse(stored.body) as NarrativesSection // this module wrote it
  const running =
    measuring.get(signalId) ?? measureNarratives(request, revision, deps).finally(() => measuring.delete(signalId))
  measuring.set(signalId, running)
  return running
}

function isGood(
  stored: StoredNarratives,
  { provenance, revision, now }: { provenance: Provenance; revision: number; now: Date },
): boolean {
  // earlier versions stored other field names
  if (stored.provenance !== provenance || !stored.body.includes('"incoherent":')) return false
  if (stored.isSettled && stored.libraryRevision === revision) return true
  return now.getTime() - stored.computedAt.getTime() < staleMs
}

async function measureNarratives(
  { query, filter: requestedFilter, provenance }: SignalRequest,
  revision: number,
  { narratives, documents, clock }: NarrativesDependencies,
): Promise<NarrativesSection> {
  const today = clock.now().toISOString().slice(0, 10)
  // documents dated in the future are excluded
  const filter = {
    ...requestedFilter,
    toDay: requestedFilter.toDay != null && requestedFilter.toDay < today ? requestedFilter.toDay : today,
  }
  const [isLarge, total, progress] = await Promise.all([
    documents.estimateDocuments(filter).then((expected) => expected > maxUnsampledDocuments),
    documents.countDocuments(filter),
    documents.enrichmentProgress(),
  ])
  const ids = await documents.lists.sampleInTime(filter, { size: maxDocuments, isLarge })
  const read = await documents.getDocuments(ids, filter.withoutTone)
  const shares = await documents.vocabulary.backgroundShares([...new Set(read.flatMap(wordsOf))], filter.world)
  const storylines = findNarratives({
    documents: read.map(({ documentId, clusterId, sourceKey, ...document }) => ({
      ...document,
      id: documentId,
      storyId: clusterId,
      source: sourceKey,
    })),
    ownWords: new Set(queryPhrases(query.node).flatMap(tokens)),
    // no share is reported while the background has not been counted
    backgroundShare: (word) => shares.get(word) ?? null,
    limit: maxNarratives,
  })
  const section = buildNarratives({
    ...storylines,
    read,
    documents: Math.max(total, read.length),
    node: query.node,
  })
  await narratives.save(query.signalId, {
    libraryRevision: revision,
    provenance,
    computedAt: clock.now(),
    isSettled: progress.pending === 0 && progress.pendingWeeks === 0 && progress.pendingWords === 0,
    body: JSON.stringify(section),
  })
  return section
}

/** The words whose background frequency determines their weight: those of the title and the lead. */
function wordsOf({ title, body }: StoredDocument): string[] {
  return tokens(`${title} ${body?.slice(0, 400) ?? ''}`)
}

/** Everything the section is built from; the builder performs no I/O and reads no clock. */
interface NarrativesSectionInput {
  narratives: readonly FoundNarrative[]
  /** Number of groups omitted because they have no single subject. */
  incoherent: number
  /** The documents that were read. */
  read: readonly StoredDocument[]
  /** Documents of the signal. */
  documents: number
  node: QueryNode
}

/** Maps narratives to the section of the contract. */
function buildNarratives({ narratives, incoherent, read, documents, node }: NarrativesSectionInput): NarrativesSection {
  const byId = new Map(read.map((document) => [document.documentId, document]))
  const assigned = narratives.reduce((sum, { documentIds }) => sum + documentIds.length, 0)
  return {
    section: 'narratives',
    items: narratives.map((narrative) => present(narrative, { byId, node, read: read.length })),
    documentsRead: read.length,
    documents,
    storiesRead: new Set(read.map(({ clusterId }) => clusterId)).size,
    unassigned: read.length - assigned,
    incoherent,
    method,
    note: noteOn({ read: read.length, documents, narrativeCount: narratives.length }),
  }
}

interface PresentInput {
  byId: ReadonlyMap<string, StoredDocument>
  node: QueryNode
  read: number
}

function present(narrative: FoundNarrative, { byId, node, read }: PresentInput): Narrative {
  const documents = narrative.documentIds.map((id) => byId.get(id)).filter((one) => one !== undefined)
  const central = onePerStory(documents).slice(0, maxRepresentatives)
  const knownTones = documents.map(({ tone }) => tone).filter((tone) => tone !== null)
  return {
    id: `nar_${(narrative.documentIds[0] ?? '').replace(/^doc_/, '')}`,
    label: narrative.label.slice(0, 300),
    terms: narrative.terms.map((term) => term.slice(0, 300)),
    documents: documents.length,
    stories: narrative.stories,
    share: {
      value: narrative.share,
      low: narrative.shareInterval.low,
      high: narrative.shareInterval.high,
      n: read,
      method: 'share of the documents read (Wilson)',
    },
    cohesion: narrative.cohesion,
    firstDay: narrative.firstDay,
    peakDay: narrative.peakDay,
    lastDay: narrative.lastDay,
    days: narrative.days.slice(0, 1_000),
    origin: originOf(narrative, documents),
    spread: {
      outlets: narrative.outlets,
      sources: narrative.sources,
      countries: narrative.countries,
      daysToHalf: narrative.daysToHalf,
    },
    tone: countTones(documents),
    toneMean: knownTones.length === 0 ? null : knownTones.reduce((sum, tone) => sum + tone, 0) / knownTones.length,
    representative: central.map((document) => presentDocument(toLibraryDocument(document), node)),
    documentIds: narrative.documentIds.slice(0, maxListedIds),
  }
}

function onePerStory(documents: readonly StoredDocument[]): StoredDocument[] {
  return [...new Map(documents.toReversed().map((document) => [document.clusterId, document])).values()].toReversed()
}

/** If only the day is known, every outlet of that day may have been first. */
function originOf({ originId, firstDay }: FoundNarrative, documents: readonly StoredDocument[]): Narrative['origin'] {
  const first = documents.find(({ documentId }) => documentId === originId)
  const sameDay = documents.filter(
    ({ publishedAt, datePrecision }) => datePrecision === 'day' && publishedAt.startsWith(firstDay),
  )
  const others = new Set(sameDay.map(({ outlet }) => outlet).filter((outlet) => outlet !== first?.outlet))
  return {
    documentId: originId,
    title: first?.title.slice(0, 4_000) ?? '',
    outlet: first?.outlet.slice(0, 300) ?? '',
    author: first?.author?.slice(0, 300) ?? null,
    publishedAt: first?.publishedAt ?? `${firstDay}T00:00:00Z`,
    datePrecision: first?.datePrecision ?? 'day',
    contenders: others.size,
  }
}

function countTones(documents: readonly StoredDocument[]): ToneCounts {
  const counts: ToneCounts = { positive: 0, neutral: 0, negative: 0, unknown: 0 }
  for (const { toneLabel } of documents) counts[toneLabel] += 1
  return counts
}

function noteOn({
  read,
  documents,
  narrativeCount,
}: {
  read: number
  documents: number
  narrativeCount: number
}): string | null {
  const parts = [
    read < documents
      ? `${read.toLocaleString('en')} of ${documents.toLocaleString('en')} documents were read, evenly over time; who was first is the first among those.`
      : null,
    narrativeCount === 0 ? 'No three documents are similar enough to form a narrative.' : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}
