import type { Entity } from '@auspex/analytics/entities'
import type { DocumentText } from '../document-store.port.ts'
import type { IndexForm } from '../prepare-document.ts'
import { createThread, type Thread } from '../../../kernel/thread.ts'

/** A text to extract names from. */
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
  /** The words of each document in the form of an engine's index. */
  readWords: (task: { documents: DocumentText[]; form: IndexForm }) => { id: string; indexText: string }[]
  /** The names in each text, by its id. */
  findEntities: (documents: EntityText[]) => Promise<Map<string, Entity[]>>
}

/** Reads texts in its own thread, because a week of news takes a second of pure computation. */
export type Reader = Thread<ReaderTasks>

export function createReader(): Reader {
  return createThread<ReaderTasks>(new URL('./reader.worker.ts', import.meta.url), {
    name: 'reader',
    isBackground: true,
    idleMs: 300_000,
    // a small young generation is collected often, so that garbage from a fortnight of documents does not pile up
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  })
}
