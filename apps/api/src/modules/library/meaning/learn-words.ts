import { wordVectorsVersion } from '@auspex/analytics'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { createThread, type Thread } from '../../../kernel/thread.ts'
import type { DocumentStore, SampleRow } from '../document-store.port.ts'
import { listWordVectors, replaceWordVectors } from './word-vectors.repository.ts'

/** A large library takes many minutes to read. */
const queue: Queue = { name: 'word-vectors', isExclusive: true, schedule: '*/10 * * * *', maxRunSeconds: 3_600 }

/** Documents per statement: about 50 ms of the embedded engine, whose pages of them are seldom in its buffer; a question may wait for one. */
const documentsPerRead = 250
/** More documents change little, and take memory. */
const maxDocuments = 500_000
/** With fewer documents of a language most of its words occur too rarely. */
export const minLanguageDocuments = 5_000
/** The words are learned again when the library has grown or shrunk by this factor. */
const minGrowth = 1.25

export interface TrainerTasks {
  /** Reads documents, each in its language; those of unknown language are ignored. */
  read: (documents: SampleRow[]) => void
  /** Learns the words of each language with at least so many documents, and forgets what was read. */
  learn: (minDocuments: number) => { language: string; vectors: Uint8Array<ArrayBuffer> }[]
}

/** Learns in its own thread, because it takes half a minute of pure computation. */
export type Trainer = Thread<TrainerTasks>

function createTrainerThread(): Trainer {
  return createThread<TrainerTasks>(new URL('./trainer.worker.ts', import.meta.url), {
    name: 'trainer',
    isBackground: true,
    // reading pauses during an import, however long, and what was read must not be lost meanwhile; the job closes the thread
    idleMs: 3_600_000,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  })
}

export interface LearnWordsDependencies {
  database: Database
  store: Pick<DocumentStore, 'readSample'>
  clock: Clock
  /** Real documents in the library. */
  countDocuments: () => Promise<number>
  /** Lets searches run between two statements. */
  pause: () => Promise<void>
  // for tests
  createTrainer?: () => Trainer
  minDocuments?: number
}

/** What is reported while it runs. */
interface LearningProgress {
  phase: 'reading' | 'learning'
  documents: number
  of: number
}

/** Learns what the words of the library mean, if they were not learned before or it has grown or shrunk since. Returns the languages that were learned. */
export async function learnWords(
  {
    database,
    store,
    clock,
    countDocuments,
    pause,
    createTrainer = createTrainerThread,
    minDocuments = minLanguageDocuments,
  }: LearnWordsDependencies,
  { signal, report }: { signal: AbortSignal; report: (progress: LearningProgress) => Promise<void> },
): Promise<string[]> {
  const total = await countDocuments()
  const learnedBefore = await listWordVectors(database)
  if (total < minDocuments || learnedBefore.some((one) => isCurrent(one, total))) return []
  const trainer = createTrainer()
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    const toRead = Math.min(total, maxDocuments)
    let documents = 0
    for (let last: string | null = null; documents < maxDocuments;) {
      await Promise.race([pause(), aborted])
      signal.throwIfAborted()
      const rows = await store.readSample(last, documentsPerRead)
      await trainer.ask({ kind: 'read', input: rows })
      documents += rows.length
      last = rows.at(-1)?.id ?? null
      await report({ phase: 'reading', documents, of: toRead })
      if (rows.length < documentsPerRead) break
    }
    signal.throwIfAborted()
    await report({ phase: 'learning', documents, of: toRead })
    const learned = await trainer.ask({ kind: 'learn', input: minDocuments })
    const training = { trainedAt: clock.now(), libraryDocuments: total, version: wordVectorsVersion }
    // a row without vectors remembers that there was nothing to learn, or such a library would be read again every ten minutes
    const rows = learned.length === 0 ? [{ language: 'und', vectors: null }] : learned
    await replaceWordVectors(
      database,
      rows.map((one) => ({ ...one, ...training })),
    )
    return learned.map(({ language }) => language)
  } finally {
    await trainer.close()
  }
}

function isCurrent(
  { libraryDocuments, version }: { libraryDocuments: number; version: number },
  total: number,
): boolean {
  const growth = total / libraryDocuments
  return version === wordVectorsVersion && growth < minGrowth && growth > 1 / minGrowth
}

/** Looks every ten minutes whether the words are to be learned, and learns them in the background. */
export function createLearningJob(deps: LearnWordsDependencies): Job {
  return createJob({
    queue,
    run: async (_, { signal, reportProgress }) => {
      await learnWords(deps, { signal, report: reportProgress })
    },
  })
}
