import { type ClusterableDocument, clusterNearDuplicates, tokens } from '@auspex/analytics'
import type { Entity } from '@auspex/analytics/entities'
import { doTasks } from '../../../kernel/thread-tasks.ts'
import { toIndexText } from '../prepare-document.ts'
import type { ReaderTasks, StoryText } from './reader.ts'

let extractor: Promise<(text: string) => Entity[]> | null = null

doTasks<ReaderTasks>({
  cluster: (documents) => clusterNearDuplicates(documents.map(toClusterable)),
  readWords: ({ documents, form }) =>
    documents.map((document) => ({ id: document.id, indexText: toIndexText(document, form) })),
  findEntities: async (documents) => {
    // The language model is loaded for the first text, and only in this thread
    extractor ??= import('@auspex/analytics/entities').then((entities) => entities.createEntityExtractor())
    const extract = await extractor
    return new Map(documents.map(({ id, text }) => [id, extract(text)]))
  },
})

/** A title with fewer words is supplemented with the beginning of the body. */
const minTitleWords = 8
const maxComparedWords = 60

function toClusterable({ id, url, outlet, day, title, lead }: StoryText): ClusterableDocument {
  const words = tokens(title)
  const isEnough = words.length >= minTitleWords || lead === null
  return {
    id,
    url,
    outlet,
    publishedDay: day,
    tokens: isEnough ? words : [...words, ...tokens(lead)].slice(0, maxComparedWords),
  }
}
