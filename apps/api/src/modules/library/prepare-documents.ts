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
/** A thread has its next task while it works on one. Those after it wait here, so that a search waits for few of them. */
const tasksPerThread = 2

/**
 * Prepares large batches in separate threads, so that an import blocks neither requests nor the database. `yieldToSearches` is awaited before each
 * task: where there are few cores, a search needs all of them.
 */
export function prepareInThreads(yieldToSearches: () => Promise<void>): PrepareDocuments {
  const threads = Array.from({ length: Math.min(maxThreads, availableParallelism()) }, () =>
    createThread<PreparerTasks>(new URL('./prepare.worker.ts', import.meta.url), {
      name: 'preparer',
      isBackground: true,
      idleMs: 10_000,
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
    }),
  )
  const running = new Set<Promise<unknown>>()
  let lastBegun = Promise.resolve()

  async function begin(): Promise<void> {
    while (running.size >= threads.length * tasksPerThread) await Promise.race(running)
    await yieldToSearches()
  }

  /** Gives tasks to the threads in the order of the calls. */
  async function prepareTask(documents: readonly SourceDocument[], form: IndexForm): Promise<PreparedDocument[]> {
    lastBegun = lastBegun.then(begin)
    await lastBegun
    const thread = threads.reduce((leastBusy, one) => (one.waiting < leastBusy.waiting ? one : leastBusy))
    const task = thread.ask({ kind: 'prepare', input: { documents, form } })
    const end: Promise<unknown> = task.then(
      () => running.delete(end),
      () => running.delete(end),
    )
    running.add(end)
    return task
  }

  return async (batch, form) => {
    if (batch.length < minForThreads) return prepareDocuments(batch, form)
    const tasks: Promise<PreparedDocument[]>[] = []
    for (let index = 0; index < batch.length; index += documentsPerTask)
      tasks.push(prepareTask(batch.slice(index, index + documentsPerTask), form))
    try {
      return (await Promise.all(tasks)).flat()
    } catch (error) {
      // an error loses its class when it is copied between threads
      if (error instanceof Error && error.name === 'InvalidDocumentError') throw new InvalidDocumentError(error.message)
      throw error
    }
  }
}
