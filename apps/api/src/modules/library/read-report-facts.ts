import type { Database } from '../../adapters/database/database.port.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentStore } from './document-store.port.ts'
import type { ReportFactsParts, VoicesAndContexts } from './report-facts.types.ts'
import type { ContextsInput, ContextsRow } from './report-facts.sql.ts'
import { runInTurns } from '../../adapters/database/turns/steps.ts'
import { yieldToEventLoop } from '../../adapters/database/turns/yield-to-event-loop.ts'
import { countTerms, minTermHits, termRows } from './choose-contexts.ts'
import { countedFacts, pickVoices, voiceFacts } from './count-facts.ts'
import { countRows } from './count-rows.ts'
import { createDayDocuments } from './day-documents.ts'
import { type DocumentTally, tallyDocuments } from './document-tally.ts'
import { presentContexts } from './present-facts.ts'
import { countDistinctStories, type SampledStory, storyContexts } from './story-contexts.ts'
import { restoreStories } from './story-numbers.ts'
import { createTopicMembers, readTopic } from './topic-sample.ts'
import { scoreAgain } from './topic-tones.ts'
import { nameCount, type TermBackground } from './vocabulary/term-background.ts'
import { readVoiceNames } from './voices.ts'

export interface ReportFactsOptions {
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
export async function readReportFacts(
  { database, store, background, readable = 1 }: FactsLibrary,
  filter: DocumentFilter,
  { onTally }: ReportFactsOptions = {},
): Promise<ReportFactsParts> {
  const { rows: matching, revision, sampleFraction: fraction } = await readTopic(store, filter)
  // Changes the stories of `matching` in place, so it comes before anything is counted
  if (filter.asOf != null) await restoreStories(database, matching, filter.asOf)
  const sampleFraction = fraction * readable
  if (onTally !== undefined) await onTally(tallyDocuments(matching, { revision, sampleFraction }))
  // Requests the texts at once, and scores them while the database looks for contexts. It changes the tones of `matching` in place: `countRows`
  // below reads them, so it waits for this
  const rescored = scoreAgain({ database, store }, matching, filter)
  ignoreUntilAwaited(rescored)
  const sample = { rows: matching, sampleFraction }
  // Ids stay valid, so the two queries below are consistent with the rows already read. Each is sent before the counting after it blocks this thread.
  await yieldToEventLoop()
  const contextQuery = { ...(await runInTurns(storyContexts(matching))), demo: filter.world === 'demo' }
  const contexts = readContexts({ store, background }, contextQuery)
  ignoreUntilAwaited(contexts)
  await yieldToEventLoop()
  await rescored
  const counts = await runInTurns(countRows(matching))
  await yieldToEventLoop()
  const voices = await runInTurns(pickVoices(matching, counts))
  const voiceNames = readVoiceNames(database, voices)
  ignoreUntilAwaited(voiceNames)
  await yieldToEventLoop()
  const counted = countedFacts(sample, { revision, counts })
  const presentBoth = async (): Promise<VoicesAndContexts> => {
    const names = await voiceNames
    return { ...voiceFacts(sample, { voices, names }), ...presentContexts(await contexts, counted) }
  }
  const voicesAndContexts = presentBoth()
  ignoreUntilAwaited(voicesAndContexts)
  return {
    counted,
    dayDocuments: createDayDocuments(matching),
    members: createTopicMembers(matching, sampleFraction),
    voicesAndContexts,
  }
}

/** A failure is handled where the promise is awaited; until then Node would end the process because of it. */
function ignoreUntilAwaited(promise: Promise<unknown>): void {
  promise.catch(() => {})
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
  const frequent = [...hits].filter(([, { stories: found }]) => found >= minTermHits).map(([term]) => term)
  const { sampled_documents: sampledDocuments } = answer
  const terms = await background.find(frequent, { demo, count: nameCount(answer) })
  const storyCount = countDistinctStories(sampledStories)
  return {
    entities: answer.entities,
    entity_stories: stories,
    entity_library: answer.entity_library,
    terms: termRows(hits, storyCount, { terms, termDocuments: sampledDocuments }),
    term_stories: storyCount,
    term_documents: sampledStories.reduce((sum, { documents }) => sum + documents, 0),
    term_library: sampledDocuments,
  }
}

/** Each line of the answer has the 1-based place of a sampled story, then its terms: `3 oat milk`. */
function* splitWordLines(
  lines: string | null,
  sampledStories: readonly SampledStory[],
): Generator<SampledStory & { terms: string[] }, void, undefined> {
  for (const line of lines?.split('\n') ?? []) {
    const [place, ...terms] = line.split(' ')
    const story = sampledStories[Number(place) - 1]
    if (story !== undefined) yield { ...story, terms: terms[0] === '' ? [] : terms }
  }
}
