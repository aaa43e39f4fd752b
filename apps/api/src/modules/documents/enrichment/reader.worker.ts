import { type ClusterableDocument, clusterNearDuplicates, tokens } from '@auspex/analytics'
import type { Entity } from '@auspex/analytics/entities'
import { parentPort } from 'node:worker_threads'
import type { ReaderAnswers, ReaderReply, ReaderRequest, StoryText } from './reader.messages.ts'

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
  if (request.kind === 'cluster') return clusterNearDuplicates(request.documents.map(toClusterable))
  // Its language model is loaded by the first text, and only in this thread
  extractor ??= import('@auspex/analytics/entities').then((entities) => entities.createEntityExtractor())
  const extract = await extractor
  return new Map(request.documents.map(({ id, text }) => [id, extract(text)]))
}

/** A title of few words is helped out with the beginning of the body. */
const enoughTitleWords = 8
const comparedWords = 60

function toClusterable({ id, url, outlet, day, title, lead }: StoryText): ClusterableDocument {
  const words = tokens(title)
  const isEnough = words.length >= enoughTitleWords || lead === null
  return {
    id,
    url,
    outlet,
    publishedDay: day,
    tokens: isEnough ? words : [...words, ...tokens(lead)].slice(0, comparedWords),
  }
}
