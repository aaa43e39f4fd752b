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
import { readContexts } from './read-contexts.ts'
import type { ReportFactsParts, VoicesAndContexts } from './report-facts.types.ts'
import { storyContexts } from './story-contexts.ts'
import { readTopic } from './topic-sample.ts'
import { scoreAgain } from './topic-tones.ts'
import type { TermBackground } from './vocabulary/term-background.ts'
import { readVoiceNames } from './voices.ts'

export interface ReportFactsOptions {
  /** Told how much there is as soon as the documents are read. What it returns is waited for: the database is free meanwhile. */
  onTally?: ((tally: DocumentTally) => void | Promise<void>) | undefined
}

interface FactsLibrary {
  database: Database
  store: Pick<DocumentStore, 'estimate' | 'matching' | 'texts' | 'contexts'>
  background: TermBackground
  /** Part of the documents that the store can read; 1 when it reads them all. Which they are tells nothing of them, as in a sample. */
  readable?: number
}

/**
 * Counts everything that a report shows of the documents of a filter. Throws what the database throws, for instance when
 * `tsquery` is no tsquery literal.
 */
export async function readReportFacts(
  { database, store, background, readable = 1 }: FactsLibrary,
  filter: DocumentFilter,
  { onTally }: ReportFactsOptions = {},
): Promise<ReportFactsParts> {
  const { rows: matching, revision, sampleFraction: fraction } = await readTopic(store, filter)
  const sampleFraction = fraction * readable
  if (onTally !== undefined) await onTally(tallyDocuments(matching, { revision, sampleFraction }))
  // asks for the texts at once and scores them while the database looks for contexts
  const toned = scoreAgain({ database, store }, matching, filter)
  toned.catch(() => {}) // a failure is met where it is awaited
  const read = { rows: matching, sampleFraction }
  // Ids mean the same a moment later, so that the two questions below mix nothing with what was read. Each is sent before the
  // counting that follows it holds this thread.
  await yieldToEventLoop()
  const question = { ...(await runInTurns(storyContexts(matching))), demo: filter.world === 'demo' }
  const contexts = readContexts({ store, background }, question)
  contexts.catch(() => {}) // a failure is met where it is awaited
  await yieldToEventLoop()
  await toned
  const counts = await runInTurns(countRows(matching))
  await yieldToEventLoop()
  const voices = await runInTurns(pickVoices(matching, counts))
  const voiceNames = readVoiceNames(database, voices)
  voiceNames.catch(() => {})
  await yieldToEventLoop()
  const counted = countedFacts(read, { revision, counts })
  const lookUp = async (): Promise<VoicesAndContexts> => {
    const names = await voiceNames
    return { ...voiceFacts(read, { voices, names }), ...presentContexts(await contexts, counted) }
  }
  const voicesAndContexts = lookUp()
  voicesAndContexts.catch(() => {})
  return { counted, dayDocuments: createDayDocuments(matching), voicesAndContexts }
}
