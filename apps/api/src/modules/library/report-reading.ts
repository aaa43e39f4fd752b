import type { Database } from '../../adapters/database/database.port.ts'
import { runInTurns } from '../../adapters/database/turns/steps.ts'
import { yieldToEventLoop } from '../../adapters/database/turns/yield-to-event-loop.ts'
import { createDayDocuments } from './day-documents.ts'
import { countedFacts, pickVoices, voiceFacts } from './count-facts.ts'
import { countRows } from './count-rows.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentStore } from './document-store.port.ts'
import { type DocumentTally, tallyDocuments } from './document-tally.ts'
import { presentContexts } from './present-facts.ts'
import type { ReportFactsParts, VoicesAndContexts } from './report-facts.types.ts'
import { countDistinctStories, storyContexts, type SampledStory } from './story-contexts.ts'
import { createTopicMembers, readTopic } from './topic-sample.ts'
import { scoreAgain, tonedWithout } from './topic-tones.ts'
import { nameCount, type TermBackground } from './vocabulary/term-background.ts'
import { readVoiceNames } from './voices.ts'
import { countTerms, minTermHits, termRows } from './choose-contexts.ts'
import type { ContextsInput, ContextsRow } from './report-facts.sql.ts'
import type { AnsweringStore, ShardCoverage } from './answering-store.ts'
import { readFormerStories, restoreStories } from './story-numbers.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from './document-id.ts'
import type { createOutletWeeksReader } from './outlet-weeks.ts'
import type { createSearchActivity } from './search-activity.ts'
import { readCarriers } from './topic-carriers.ts'
import type { WordReaders } from './meaning/word-readers.ts'

interface ReportFactsOptions {
  /** Receives the totals as soon as the documents are read. Its result is awaited: the database is idle until then. */
  onTally?: ((tally: DocumentTally) => void | Promise<void>) | undefined
}

interface FactsLibrary {
  database: Database
  store: DocumentStore
  background: TermBackground
  /** The fraction of documents that the store can read; 1 for all. As in a sample, which ones are missing is independent of their content. */
  readable?: number
}

/** Counts everything that a report shows about a filter's documents. Throws database errors, for instance when `tsquery` is not a tsquery literal. */
async function readReportFacts(
  { database, store, background, readable = 1 }: FactsLibrary,
  filter: DocumentFilter,
  { onTally }: ReportFactsOptions = {},
): Promise<ReportFactsParts> {
  const { rows: matching, revision, sampleFraction: fraction } = await readTopic(store, filter)
  if (filter.asOf != null) await restoreStories(database, matching, filter.asOf)
  const sampleFraction = fraction * readable
  if (onTally !== undefined) await onTally(tallyDocuments(matching, { revision, sampleFraction }))
  // requests the texts at once, and scores them while the database looks for contexts
  const toned = scoreAgain({ database, store }, matching, filter)
  toned.catch(() => {}) // a failure is handled where it is awaited
  const sample = { rows: matching, sampleFraction }
  // Ids stay valid, so the two queries below are consistent with the rows already read. Each is sent before the counting after it blocks this thread.
  await yieldToEventLoop()
  const contextQuery = { ...(await runInTurns(storyContexts(matching))), demo: filter.world === 'demo' }
  const contexts = readContexts({ store, background }, contextQuery)
  contexts.catch(() => {}) // a failure is handled where it is awaited
  await yieldToEventLoop()
  await toned
  const counts = await runInTurns(countRows(matching))
  await yieldToEventLoop()
  const voices = await runInTurns(pickVoices(matching, counts))
  const voiceNames = readVoiceNames(database, voices)
  voiceNames.catch(() => {})
  await yieldToEventLoop()
  const counted = countedFacts(sample, { revision, counts })
  const lookUp = async (): Promise<VoicesAndContexts> => {
    const names = await voiceNames
    return { ...voiceFacts(sample, { voices, names }), ...presentContexts(await contexts, counted) }
  }
  const voicesAndContexts = lookUp()
  voicesAndContexts.catch(() => {})
  return {
    counted,
    dayDocuments: createDayDocuments(matching),
    members: createTopicMembers(matching, sampleFraction),
    voicesAndContexts,
  }
}

/** Reads the distinctive names and terms of the matching documents. Throws database errors. */
async function readContexts(
  { store, background }: { store: DocumentStore; background: TermBackground },
  input: ContextsInput,
): Promise<ContextsRow> {
  const { sampledStories, stories, demo } = input
  const answer = await store.contexts(input)
  // not in the turn in which the answer was read, nor in that of another step
  await yieldToEventLoop()
  const hits = countTerms(splitWordLines(answer.words, sampledStories))
  const frequent = [...hits].filter(([, one]) => one.stories >= minTermHits).map(([term]) => term)
  const { sampled_documents: sampled } = answer
  const terms = await background.find(frequent, { demo, count: nameCount(answer) })
  const storyCount = countDistinctStories(sampledStories)
  return {
    entities: answer.entities,
    entity_stories: stories,
    entity_library: answer.entity_library,
    terms: termRows(hits, storyCount, { terms, termDocuments: sampled }),
    term_stories: storyCount,
    term_documents: sampledStories.reduce((sum, { documents }) => sum + documents, 0),
    term_library: sampled,
  }
}

function* splitWordLines(
  lines: string | null,
  sampledStories: readonly SampledStory[],
): Generator<SampledStory & { terms: string[] }, void, undefined> {
  for (const line of lines?.split('\n') ?? []) {
    const [lineIndex, ...terms] = line.split(' ')
    const one = sampledStories[Number(lineIndex) - 1]
    if (one !== undefined) yield { ...one, terms: terms[0] === '' ? [] : terms }
  }
}

export interface ReportReadingDependencies {
  database: Database
  background: TermBackground
  outletWeeks: ReturnType<typeof createOutletWeeksReader>
  activity: ReturnType<typeof createSearchActivity>
  wordReaders: WordReaders
}

/** Reads the inputs of a report from all documents, or from those of the shards that answer. */
export function createReportReading(
  { store, shards }: { store: AnsweringStore['store']; shards: ShardCoverage | null },
  { database, background, outletWeeks, activity, wordReaders }: ReportReadingDependencies,
) {
  const readable = shards === null ? 1 : shards.answered / shards.total
  return {
    /** Null when all documents are read. */
    shards,
    reportFacts: (filter: DocumentFilter, options?: ReportFactsOptions) => {
      const parts = readReportFacts({ database, store, background, readable }, filter, options)
      // counts as a search until the second part is done; the caller handles failures
      activity.track(async () => (await parts).voicesAndContexts).catch(() => {})
      return parts
    },
    carriers: (filter: DocumentFilter) => activity.track(() => readCarriers(store, filter)),
    outletWeeks: (...topic: Parameters<typeof outletWeeks.read>) => activity.track(() => outletWeeks.read(...topic)),
    /** With `asOf`, in the stories to which they belonged at the end of that day. */
    getDocuments: (
      ids: readonly DocumentId[],
      withoutTone?: DocumentFilter['withoutTone'],
      asOf: string | null = null,
    ) =>
      activity.track(async () => {
        const toned = tonedWithout(await store.documents(ids), withoutTone)
        if (asOf === null) return toned
        const former = await readFormerStories(database, asOf)
        return toned.map((one) => {
          const cluster = former.get(BigInt(fromDocumentId(one.documentId) ?? 0))
          return cluster === undefined ? one : { ...one, clusterId: toDocumentId(String(cluster)) }
        })
      }),
    getTitles: (ids: readonly DocumentId[]) => activity.track(() => store.titles(ids)),
    /** What the words of a language mean; null when they were not learned. */
    findWords: (language: string) => wordReaders.find(language),
  }
}
