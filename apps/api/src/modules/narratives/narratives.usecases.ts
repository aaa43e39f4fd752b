import { findNarratives, queryPhrases, tokens } from '@auspex/analytics'
import type { NarrativesSection, Provenance } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule, StoredDocument } from '../documents/index.ts'
import type { SignalQuestion } from '../signals/index.ts'
import { buildNarratives } from './narratives-section.ts'
import type { NarrativesRepository, StoredNarratives } from './narratives.repository.ts'

export interface NarrativesDependencies {
  repository: NarrativesRepository
  documents: Pick<
    DocumentsModule,
    'getDocuments' | 'countDocuments' | 'estimateDocuments' | 'enrichmentProgress' | 'lists' | 'vocabulary'
  >
  clock: Clock
}

/** Documents that are read, and narratives that are shown, at most. */
const documentsRead = 600
const narrativesShown = 12
/** Above so many expected documents the 1/8 sample of the library is read. */
const largeSignal = 20_000
/** For so long a section is sent although the library moved on: an import changes it every second. */
const staleMs = 60_000

/** The narratives of a signal: the stored ones while they are good, else measured anew; callers at one time share a measurement. */
export function createNarrativesUsecases({ repository, documents, clock }: NarrativesDependencies) {
  const measuring = new Map<string, Promise<NarrativesSection>>()

  async function measure({ query, filter: wanted, provenance }: SignalQuestion, revision: number) {
    const today = clock.now().toISOString().slice(0, 10)
    // nothing has been told on a day to come, whatever is dated there
    const filter = { ...wanted, toDay: wanted.toDay != null && wanted.toDay < today ? wanted.toDay : today }
    const [isLarge, total, progress] = await Promise.all([
      documents.estimateDocuments(filter).then((expected) => expected > largeSignal),
      documents.countDocuments(filter),
      documents.enrichmentProgress(),
    ])
    const ids = await documents.lists.sampleInTime(filter, { size: documentsRead, isLarge })
    const read = await documents.getDocuments(ids, filter.withoutTone)
    const shares = await documents.vocabulary.backgroundShares([...new Set(read.flatMap(wordsOf))], filter.world)
    const found = findNarratives({
      documents: read.map(({ documentId, clusterId, sourceKey, ...document }) => ({
        ...document,
        id: documentId,
        storyId: clusterId,
        source: sourceKey,
      })),
      own: new Set(queryPhrases(query.node).flatMap(tokens)),
      // no share is told while the background has not been counted
      backgroundShare: (word) => shares.get(word) ?? null,
      limit: narrativesShown,
    })
    const section = buildNarratives({
      ...found,
      read,
      documents: Math.max(total, read.length),
      node: query.node,
    })
    await repository.save(query.signalId, {
      libraryRevision: revision,
      provenance,
      computedAt: clock.now(),
      isSettled: progress.pending === 0 && progress.pendingWeeks === 0 && progress.pendingWords === 0,
      body: JSON.stringify(section),
    })
    return section
  }

  function isGood(stored: StoredNarratives, { provenance, revision }: { provenance: Provenance; revision: number }) {
    // what a version before this one stored has other names
    if (stored.provenance !== provenance || !stored.body.includes('"incoherent":')) return false
    if (stored.isSettled && stored.libraryRevision === revision) return true
    return clock.now().getTime() - stored.computedAt.getTime() < staleMs
  }

  return async (question: SignalQuestion): Promise<NarrativesSection> => {
    const { signalId } = question.query
    const { stored, revision } = await repository.find(signalId)
    if (stored !== null && isGood(stored, { provenance: question.provenance, revision }))
      return JSON.parse(stored.body) as NarrativesSection // this module wrote it
    const running = measuring.get(signalId) ?? measure(question, revision).finally(() => measuring.delete(signalId))
    measuring.set(signalId, running)
    return running
  }
}

/** Words whose commonness decides how much they say: those of the title and the lead. */
function wordsOf({ title, body }: StoredDocument): string[] {
  return tokens(`${title} ${body?.slice(0, 400) ?? ''}`)
}
