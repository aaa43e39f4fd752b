import type { Entity } from '@auspex/analytics/entities'
import type { WordedRow } from '../document-store.port.ts'
import type { IndexForm } from '../prepare-document.ts'
import { createThread, type Thread } from '../../../kernel/thread.ts'

/** A text to read for names. */
export interface EntityText {
  id: string
  text: string
}

/** A document to compare with others; `lead` is the beginning of its body. */
export interface StoryText {
  id: string
  url: string | null
  outlet: string
  day: string
  title: string
  lead: string | null
}

export interface ReaderTasks {
  /** The cluster of each document: the id of its earliest member. */
  cluster: (documents: StoryText[]) => Map<string, string>
  /** The words of each document as an engine's index takes them. */
  readWords: (task: { documents: WordedRow[]; form: IndexForm }) => { id: string; indexText: string }[]
  /** The names in each text, by its id. */
  findEntities: (documents: EntityText[]) => Promise<Map<string, Entity[]>>
}

/** Reads texts in a thread of its own, because a week of news takes a second of pure computing. */
export type Reader = Thread<ReaderTasks>

export function createReader(): Reader {
  return createThread<ReaderTasks>(new URL('./reader.worker.ts', import.meta.url), {
    name: 'reader',
    idleMs: 300_000,
    // a small young generation keeps what a fortnight of documents leaves behind from piling up
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  })
}
