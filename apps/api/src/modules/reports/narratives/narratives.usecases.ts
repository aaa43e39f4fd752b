import {
  findNarratives,
  queryPhrases,
  tokens,
  type FoundNarratives,
  type Narrative as FoundNarrative,
  type QueryNode,
} from '@auspex/analytics'
import type { NarrativesSection, Provenance, Narrative, ToneCounts } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import { commonLanguage, type DocumentsModule, type StoredDocument } from '../../library/index.ts'
import type { SignalRequest } from '../find-signal.ts'
import type { NarrativesRepository, StoredNarratives } from './narratives.repository.ts'
import { presentDocument, toLibraryDocument } from '../report/present-document.ts'

const methods = {
  library:
    'Documents by the meaning of their words, learned from this library (PPMI and SVD) and from the topic (LSA), grouped by nearest neighbours; groups without content of their own left out; named by a typical headline.',
  topic:
    'Documents by the meaning of their words in the topic (LSA), because the library has too few documents of the language to learn from; grouped by nearest neighbours; groups without content of their own left out; named by a typical headline.',
}
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
const maxDocuments = 3_000
const maxNarratives = 40
/** Above this many expected documents the 1/8 sample of the library is read. */
const maxUnsampledDocuments = 20_000
/** How long a section is still sent after the library changed: an import changes it every second. */
const staleMs = 60_000

/** The narratives of a signal: the stored ones while they are good, otherwise measured again; concurrent callers share a measurement. */
export async function readNarratives(request: SignalRequest, deps: NarrativesDependencies): Promise<NarrativesSection> {
  const { signalId } = request.query
  const { measuring } = deps
  const [{ stored, revision }, learnedAt] = await Promise.all([
    deps.narratives.find(signalId),
    deps.documents.wordReaders.findLastTraining(),
  ])
  const current = { provenance: request.provenance, revision, learnedAt, now: deps.clock.now() }
  if (stored !== null && isGood(stored, current)) return present(readStored(stored.body))
  const running =
    measuring.get(signalId) ??
    measureNarratives(request, { revision, stored }, deps).finally(() => measuring.delete(signalId))
  measuring.set(signalId, running)
  return running
}

function isGood(
  stored: StoredNarratives,
  {
    provenance,
    revision,
    learnedAt,
    now,
  }: { provenance: Provenance; revision: number; learnedAt: Date | null; now: Date },
): boolean {
  // earlier versions stored other field names
  if (stored.provenance !== provenance || !stored.body.includes('"unassignedIds":')) return false
  // words that were learned since may group them better
  if (learnedAt !== null && learnedAt > stored.computedAt) return false
  if (stored.isSettled && stored.libraryRevision === revision) return true
  return now.getTime() - stored.computedAt.getTime() < staleMs
}

async function measureNarratives(
  { query, filter: requestedFilter, provenance }: SignalRequest,
  { revision, stored }: { revision: number; stored: StoredNarratives | null },
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
  const read = await readBeginnings(ids, (some) => documents.getDocuments(some, filter.withoutTone))
  const reader = await documents.wordReaders.find(commonLanguage(read) ?? '')
  const found = findNarratives({
    documents: read.map(({ documentId, clusterId, sourceKey, ...document }) => ({
      ...document,
      id: documentId,
      storyId: clusterId,
      source: sourceKey,
    })),
    own: new Set(queryPhrases(query.node).flatMap(tokens)),
    reader,
    before: groupsOf(stored),
    limit: maxNarratives,
  })
  const section = buildNarratives({
    found,
    method: reader === null ? methods.topic : methods.library,
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
  return present(section)
}

/** Documents per statement, and characters kept of each: three thousand whole texts may have 600 MB, more than the process has. */
const [documentsPerRead, maxCharacters] = [200, 4_000]

/** Reads documents with the beginnings of their texts, in the same order. */
export async function readBeginnings<Id, Read extends { body: string | null }>(
  ids: readonly Id[],
  read: (some: readonly Id[]) => Promise<Read[]>,
): Promise<Read[]> {
  const documents: Read[] = []
  for (let from = 0; from < ids.length; from += documentsPerRead)
    for (const document of await read(ids.slice(from, from + documentsPerRead)))
      documents.push({ ...document, body: document.body === null ? null : beginningOf(document.body) })
  return documents
}

/** A copy: a slice would keep the whole text in memory. */
function beginningOf(text: string): string {
  return text.length <= maxCharacters ? text : Buffer.from(text.slice(0, maxCharacters)).toString()
}

/** A section as stored: with all documents of each narrative, so that the groups stay the same as documents come. */
interface StoredSection extends NarrativesSection {
  unassignedIds: string[]
}

function readStored(body: string): StoredSection {
  return JSON.parse(body) as StoredSection // this module wrote it
}

/** The section as it is sent: with the most typical documents of each narrative. */
function present({ unassignedIds: _unassignedIds, ...section }: StoredSection): NarrativesSection {
  return {
    ...section,
    items: section.items.map((item) => ({ ...item, documentIds: item.documentIds.slice(0, maxListedIds) })),
  }
}

/** The narrative of each document when they were last found; null for one in none. */
function groupsOf(stored: StoredNarratives | null): Map<string, string | null> | undefined {
  if (stored === null || !stored.body.includes('"unassignedIds":')) return undefined
  const { items, unassignedIds } = readStored(stored.body)
  return new Map<string, string | null>([
    // a text that many copied is no group: it is found again by its copies
    ...items.flatMap(({ id, stories, documentIds }) =>
      documentIds.map((documentId) => [documentId, stories === 1 ? null : toGroupId(id)] as const),
    ),
    ...unassignedIds.map((id) => [id, null] as const),
  ])
}

/** A group bears the id of a document. */
function toGroupId(narrativeId: string): string {
  return narrativeId.replace(/^nar_/, 'doc_')
}

/** Everything the section is built from; the builder performs no I/O and reads no clock. */
interface NarrativesSectionInput {
  found: FoundNarratives
  method: string
  /** The documents that were read. */
  read: readonly StoredDocument[]
  /** Documents of the signal. */
  documents: number
  node: QueryNode
}

/** Maps narratives to the section of the contract. */
function buildNarratives({ found, method, read, documents, node }: NarrativesSectionInput): StoredSection {
  const { narratives, unassignedIds, refusal } = found
  const byId = new Map(read.map((document) => [document.documentId, document]))
  return {
    section: 'narratives',
    items: narratives.map((narrative) => presentNarrative(narrative, { byId, node, read: read.length })),
    documentsRead: read.length,
    documents,
    storiesRead: new Set(read.map(({ clusterId }) => clusterId)).size,
    unassigned: unassignedIds.length,
    unassignedIds,
    unassignedDays: countDays(unassignedIds.flatMap((id) => byId.get(id) ?? [])),
    method,
    note: noteOn({ read: read.length, documents, refusal }),
  }
}

interface PresentInput {
  byId: ReadonlyMap<string, StoredDocument>
  node: QueryNode
  read: number
}

function presentNarrative(narrative: FoundNarrative, { byId, node, read }: PresentInput): Narrative {
  const documents = narrative.documentIds.map((id) => byId.get(id)).filter((one) => one !== undefined)
  const named = documents.find(({ documentId }) => documentId === narrative.labelId)
  const central = onePerStory(named === undefined ? documents : [named, ...documents]).slice(0, maxRepresentatives)
  const knownTones = documents.map(({ tone }) => tone).filter((tone) => tone !== null)
  return {
    id: narrative.id.replace(/^doc_/, 'nar_'),
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
    days: narrative.days,
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
    documentIds: narrative.documentIds,
  }
}

function countDays(documents: readonly StoredDocument[]): NarrativesSection['unassignedDays'] {
  const counts = new Map<string, number>()
  for (const { publishedAt } of documents)
    counts.set(publishedAt.slice(0, 10), (counts.get(publishedAt.slice(0, 10)) ?? 0) + 1)
  return [...counts].map(([day, count]) => ({ day, documents: count })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

function onePerStory(documents: readonly StoredDocument[]): StoredDocument[] {
  return [...Map.groupBy(documents, ({ clusterId }) => clusterId).values()].flatMap(([first]) => first ?? [])
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
  refusal,
}: {
  read: number
  documents: number
  refusal: FoundNarratives['refusal']
}): string | null {
  const parts = [
    read < documents
      ? `${read.toLocaleString('en')} of ${documents.toLocaleString('en')} documents were read, evenly over time; who was first is the first among those.`
      : null,
    refusal === 'few-documents' ? `${read} documents are too few to group: 60 are needed.` : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}
