import type { DocumentFilter } from './document-filter.ts'
import type { ReadRows } from './matching-rows.ts'
import type { Database } from '../../adapters/database/database.port.ts'

/** Reads a topic's documents and the texts that its tone is scored from. */
export interface TopicReading {
  /** Estimates the number of matches in a fraction of the time. */
  estimate(filter: DocumentFilter): Promise<number>
  /** The facts of all matches, or of a sample of that fraction (`topic-sample.ts`), which are at least as new as the returned library revision. */
  matching(filter: DocumentFilter, options: { sampleFraction: number }): Promise<{ rows: ReadRows; revision: number }>
  /** Texts by stored id, in no particular order. Rejects an id that is not a number. */
  texts(ids: readonly string[]): Promise<ScorableText[]>
}

export interface ScorableText {
  id: string
  kind: number
  title: string
  /** Its first 5,000 characters. */
  body: string | null
  lang: string | null
}

/** The part of the library that measures need to score texts again. */
export interface TopicLibrary {
  database: Database
  store: TopicReading
}
