import { findNarrativesInSteps, queryPhrases, tokens } from '@auspex/analytics'
import type { NarrativesSection, Provenance } from '@auspex/sdk/types'
import { runInTurns } from '../../../adapters/database/turns/steps.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { commonLanguage, type DocumentsModule } from '../../library/index.ts'
import type { SignalRequest } from '../find-signal.ts'
import { narrativeNotFound } from '../reports.errors.ts'
import type { NarrativesRepository, StoredNarratives } from './narratives.repository.ts'
import {
  buildNarratives,
  groupsOf,
  isReadable,
  presentSection,
  readStored,
  type StoredSection,
} from './present-narratives.ts'

const methods = {
  library:
    'Documents by the meaning of their words, learned from this library (PPMI and SVD) and from the topic (LSA), grouped by nearest neighbours; groups without content of their own left out; named by the terms that their documents share.',
  topic:
    'Documents by the meaning of their words in the topic (LSA), because the library has too few documents of the language to learn from; grouped by nearest neighbours; groups without content of their own left out; named by the terms that their documents share.',
}

export interface NarrativesDependencies {
  narratives: NarrativesRepository
  documents: DocumentsModule
  /** The signals that are being measured, so that concurrent callers share a measurement. */
  measuring: Map<string, Promise<StoredSection>>
  clock: Clock
}

/** Maximum number of documents that are read of a signal, evenly over its time. */
const maxDocuments = 3_000
/** Maximum number of narratives of a section. */
const maxNarratives = 40
/** Above this many expected documents the 1/8 sample of the library is read. */
const maxUnsampledDocuments = 20_000
/** How long a section is still sent after the library changed: an import changes it every second. */
const staleMs = 60_000

/** The narratives of a signal: the stored ones while they are good, otherwise measured again; concurrent callers share a measurement. */
export async function readNarratives(request: SignalRequest, deps: NarrativesDependencies): Promise<NarrativesSection> {
  return presentSection(await findSection(request, deps))
}

/** Narratives, and when they were measured. */
export interface MeasuredNarratives {
  measuredAt: Date
  section: NarrativesSection
}

type StoreDependency = Pick<NarrativesDependencies, 'narratives'>

/** The narratives that were last measured, however long ago; null where none were. */
export async function findMeasuredNarratives(
  signalId: string,
  { narratives }: StoreDependency,
): Promise<MeasuredNarratives | null> {
  const { stored } = await narratives.find(signalId)
  if (stored === null || !isReadable(stored.body)) return null
  return { measuredAt: stored.computedAt, section: presentSection(readStored(stored.body)) }
}

/** The narratives of a signal as discs of a map, with typical documents around. */
export async function readNarrativeMap(
  request: SignalRequest,
  deps: NarrativesDependencies,
): Promise<StoredSection['map']> {
  return (await findSection(request, deps)).map
}

/** All documents that were put into a narrative of one of the signals, the first that has it. Throws `signals.narrative_not_found`. */
export async function findNarrativeDocuments(
  narrativeId: string,
  signalIds: readonly string[],
  { narratives }: StoreDependency,
): Promise<string[]> {
  for (const signalId of signalIds) {
    const { stored } = await narratives.find(signalId)
    if (stored === null || !isReadable(stored.body)) continue
    const narrative = readStored(stored.body).items.find(({ id }) => id === narrativeId)
    if (narrative !== undefined) return narrative.documentIds
  }
  throw narrativeNotFound()
}

async function findSection(request: SignalRequest, deps: NarrativesDependencies): Promise<StoredSection> {
  const { signalId } = request.query
  const { measuring } = deps
  const [{ stored, revision }, learnedAt] = await Promise.all([
    deps.narratives.find(signalId),
    deps.documents.wordReaders.findLastTraining(),
  ])
  const current = { provenance: request.provenance, revision, learnedAt, now: deps.clock.now() }
  if (stored !== null && isUsable(stored, current)) return readStored(stored.body)
  const running =
    measuring.get(signalId) ??
    measureNarratives(request, { revision, stored }, deps).finally(() => measuring.delete(signalId))
  measuring.set(signalId, running)
  return running
}

function isUsable(
  stored: StoredNarratives,
  {
    provenance,
    revision,
    learnedAt,
    now,
  }: { provenance: Provenance; revision: number; learnedAt: Date | null; now: Date },
): boolean {
  if (stored.provenance !== provenance || !isReadable(stored.body)) return false
  // words that were learned since may group them better
  if (learnedAt !== null && learnedAt > stored.computedAt) return false
  if (stored.isSettled && stored.libraryRevision === revision) return true
  return now.getTime() - stored.computedAt.getTime() < staleMs
}

async function measureNarratives(
  { query, filter: requestedFilter, provenance }: SignalRequest,
  { revision, stored }: { revision: number; stored: StoredNarratives | null },
  { narratives, documents, clock }: NarrativesDependencies,
): Promise<StoredSection> {
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
  const beginnings = await readBeginnings(ids, (batch) =>
    documents.getDocuments(batch, { withoutTone: filter.withoutTone }),
  )
  const reader = await documents.wordReaders.find(commonLanguage(beginnings) ?? '')
  const earlier = stored !== null && isReadable(stored.body) ? readStored(stored.body) : null
  const steps = findNarrativesInSteps({
    documents: beginnings.map(({ documentId, clusterId, sourceKey, ...document }) => ({
      ...document,
      id: documentId,
      storyId: clusterId,
      source: sourceKey,
    })),
    own: new Set(queryPhrases(query.node).flatMap(tokens)),
    reader,
    before: earlier === null ? undefined : groupsOf(earlier),
    limit: maxNarratives,
  })
  const groups = await runInTurns(steps)
  const section = buildNarratives({
    found: groups,
    method: reader === null ? methods.topic : methods.library,
    read: beginnings,
    documents: Math.max(total, beginnings.length),
    node: query.node,
    earlier,
    today,
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

/** Documents per statement. */
const documentsPerRead = 200
/** Characters kept of each document: three thousand whole texts may have 600 MB, more than the process has. */
const maxCharacters = 4_000

/** Reads documents with the beginnings of their texts, in the same order. */
export async function readBeginnings<Id, Document extends { body: string | null }>(
  ids: readonly Id[],
  readBatch: (batch: readonly Id[]) => Promise<Document[]>,
): Promise<Document[]> {
  const documents: Document[] = []
  for (let from = 0; from < ids.length; from += documentsPerRead)
    for (const document of await readBatch(ids.slice(from, from + documentsPerRead)))
      documents.push({ ...document, body: document.body === null ? null : beginningOf(document.body) })
  return documents
}

/** A copy: a slice would keep the whole text in memory. */
function beginningOf(text: string): string {
  return text.length <= maxCharacters ? text : Buffer.from(text.slice(0, maxCharacters)).toString()
}
