import { clusterNearDuplicates } from '@auspex/analytics'
import type { Entity } from '@auspex/analytics/entities'
import { parentPort } from 'node:worker_threads'
import type { ReaderAnswers, ReaderReply, ReaderRequest } from './reader.messages.ts'

const port = parentPort
if (port === null) throw new Error('reader.worker runs only as a worker thread')

port.on('message', (request: ReaderRequest) => {
  const { number } = request
  void answer(request).then(
    (found) => port.postMessage({ number, answer: found } satisfies ReaderReply),
    (error: unknown) => port.postMessage({ number, error: String(error) } satisfies ReaderReply),
  )
})

let extractor: Promise<(text: string) => Entity[]> | null = null

async function answer(request: ReaderRequest): Promise<ReaderAnswers[keyof ReaderAnswers]> {
  if (request.kind === 'cluster') return clusterNearDuplicates(request.documents)
  // Its language model is loaded by the first text, and only in this thread
  extractor ??= import('@auspex/analytics/entities').then((entities) => entities.createEntityExtractor())
  const extract = await extractor
  return new Map(request.documents.map(({ id, text }) => [id, extract(text)]))
}
