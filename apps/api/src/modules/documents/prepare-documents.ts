import { availableParallelism } from 'node:os'
import type { SourceDocument } from '@auspex/sources'
import { yieldToEventLoop } from '../../adapters/database/turns/yield-to-event-loop.ts'
import { createThread } from '../../kernel/thread.ts'
import { InvalidDocumentError } from './documents.errors.ts'
import { type IndexForm, type PreparedDocument, prepareDocument } from './prepare-document.ts'

/** Reads and measures documents; the answer has their order. Rejects with `InvalidDocumentError`. */
export type PrepareDocuments = (batch: readonly SourceDocument[], form: IndexForm) => Promise<PreparedDocument[]>

/** About 3 ms of work between two turns of the event loop, so that requests are answered meanwhile. */
const documentsPerTurn = 25

/** Prepares in this thread, which is best for what a search finds. */
export const prepareDocuments: PrepareDocuments = async (batch, form) => {
  const prepared: PreparedDocument[] = []
  for (const document of batch) {
    prepared.push(prepareDocument(document, form))
    if (prepared.length % documentsPerTurn === 0) await yieldToEventLoop()
  }
  return prepared
}

export interface PreparerTasks {
  prepare: (task: { documents: readonly SourceDocument[]; form: IndexForm }) => PreparedDocument[]
}

/** Below so many, copying to a thread and starting it costs more than it saves. */
const leastForThreads = 100
const documentsPerTask = 125
const mostThreads = 4

/** Prepares large batches in threads of their own, so that neither requests nor the database wait for an import's reading. */
export function prepareInThreads(): PrepareDocuments {
  const threads = Array.from({ length: Math.min(mostThreads, availableParallelism()) }, () =>
    createThread<PreparerTasks>(new URL('./prepare.worker.ts', import.meta.url), {
      name: 'preparer',
      idleMs: 10_000,
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
    }),
  )
  const leastBusy = () => threads.reduce((least, thread) => (thread.waiting < least.waiting ? thread : least))
  return async (batch, form) => {
    if (batch.length < leastForThreads) return prepareDocuments(batch, form)
    const tasks: Promise<PreparedDocument[]>[] = []
    for (let at = 0; at < batch.length; at += documentsPerTask)
      tasks.push(
        leastBusy().ask({ kind: 'prepare', input: { documents: batch.slice(at, at + documentsPerTask), form } }),
      )
    try {
      return (await Promise.all(tasks)).flat()
    } catch (error) {
      // a copied error has lost its class
      if (error instanceof Error && error.name === 'InvalidDocumentError') throw new InvalidDocumentError(error.message)
      throw error
    }
  }
}
