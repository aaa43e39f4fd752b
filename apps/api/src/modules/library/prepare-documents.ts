import { availableParallelism } from 'node:os'
import type { SourceDocument } from '@auspex/sources'
import { yieldToEventLoop } from '../../adapters/database/turns/yield-to-event-loop.ts'
import { createThread } from '../../kernel/thread.ts'
import { InvalidDocumentError } from './library.errors.ts'
import { type IndexForm, type PreparedDocument, prepareDocument } from './prepare-document.ts'

/** Prepares documents and returns them in the same order. Rejects with `InvalidDocumentError`. */
export type PrepareDocuments = (batch: readonly SourceDocument[], form: IndexForm) => Promise<PreparedDocument[]>

/** About 3 ms of work between two turns of the event loop, so that requests are served in between. */
const documentsPerTurn = 25

/** Prepares on this thread, which is best for search results. */
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

/** For fewer documents, copying them to a thread and starting it costs more than it saves. */
const minForThreads = 100
const documentsPerTask = 125
const maxThreads = 4

/** Prepares large batches in separate threads, so that an import blocks neither requests nor the database. */
export function prepareInThreads(): PrepareDocuments {
  const threads = Array.from({ length: Math.min(maxThreads, availableParallelism()) }, () =>
    createThread<PreparerTasks>(new URL('./prepare.worker.ts', import.meta.url), {
      name: 'preparer',
      idleMs: 10_000,
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
    }),
  )
  const leastBusyThread = () =>
    threads.reduce((leastBusy, thread) => (thread.waiting < leastBusy.waiting ? thread : leastBusy))
  return async (batch, form) => {
    if (batch.length < minForThreads) return prepareDocuments(batch, form)
    const tasks: Promise<PreparedDocument[]>[] = []
    for (let index = 0; index < batch.length; index += documentsPerTask)
      tasks.push(
        leastBusyThread().ask({
          kind: 'prepare',
          input: { documents: batch.slice(index, index + documentsPerTask), form },
        }),
      )
    try {
      return (await Promise.all(tasks)).flat()
    } catch (error) {
      // an error loses its class when it is copied between threads
      if (error instanceof Error && error.name === 'InvalidDocumentError') throw new InvalidDocumentError(error.message)
      throw error
    }
  }
}
