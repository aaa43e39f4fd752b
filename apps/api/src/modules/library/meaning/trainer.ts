import { createThread, type Thread } from '../../../kernel/thread.ts'
import type { SampleRow } from '../document-store.port.ts'

export interface TrainerTasks {
  /** Reads documents, each in its language; those of unknown language are ignored. */
  read: (documents: SampleRow[]) => void
  /** Learns the words of each language with at least so many documents, and forgets what was read. */
  learn: (minDocuments: number) => { language: string; vectors: Uint8Array<ArrayBuffer> }[]
}

/** Learns in its own thread, because it takes half a minute of pure computation. */
export type Trainer = Thread<TrainerTasks>

export function createTrainer(): Trainer {
  return createThread<TrainerTasks>(new URL('./trainer.worker.ts', import.meta.url), {
    name: 'trainer',
    isBackground: true,
    // reading pauses during an import, however long, and what was read must not be lost meanwhile; the job closes the thread
    idleMs: 3_600_000,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  })
}
