import { Worker } from 'node:worker_threads'
import type { EntityText, ReaderAnswers, ReaderReply, StoryText } from './reader.messages.ts'

/** Reads texts in a thread of its own, because a week of news takes a second of pure computing. */
export interface Reader {
  cluster(documents: StoryText[]): Promise<ReaderAnswers['cluster']>
  findEntities(documents: EntityText[]): Promise<ReaderAnswers['entities']>
  close(): Promise<void>
}

/** A reader whose thread starts with the first request and never keeps the process alive. */
export function createReader(): Reader {
  let worker: Worker | null = null
  let lastNumber = 0
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()

  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    worker = null // the next request starts a new thread
  }
  const start = () => {
    const started = new Worker(new URL('./reader.worker.ts', import.meta.url), {
      name: 'reader',
      // a small young generation keeps what a fortnight of documents leaves behind from piling up
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    })
    started.unref()
    started.on('error', failAll)
    started.on('exit', () => failAll(new Error('the reading thread ended')))
    started.on('message', (reply: ReaderReply) => {
      const request = waiting.get(reply.number)
      waiting.delete(reply.number)
      if ('error' in reply) request?.reject(new Error(reply.error))
      else request?.resolve(reply.answer as never) // the kind of answer follows from the kind of request
    })
    return started
  }
  const ask = <K extends keyof ReaderAnswers>(kind: K, documents: unknown[]): Promise<ReaderAnswers[K]> => {
    worker ??= start()
    const number = ++lastNumber
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ number, kind, documents })
    return new Promise<ReaderAnswers[K]>((resolve, reject) => waiting.set(number, { resolve, reject }))
  }
  return {
    cluster: (documents) => ask('cluster', documents),
    findEntities: (documents) => ask('entities', documents),
    close: async () => void (await worker?.terminate()),
  }
}
