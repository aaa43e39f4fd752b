import {
  createNewsStream,
  createWordReader,
  decodeWordVectors,
  type NewsStream,
  storyTerms,
  trimOutletName,
  type WordReader,
} from '@auspex/analytics'
import { doTasks } from '../../../kernel/thread-tasks.ts'
import type { ArticleText } from '../../library/index.ts'
import { toClusterFacts } from './cluster-facts.ts'
import type { ComparerTasks } from './comparer.ts'
import { clusterIdOf } from './cluster-id.ts'

let session: number | null = null
/** Below this number of articles nothing is evicted, because that costs as much as keeping them. */
const maxArticles = 5_000
/** Real and demo articles never belong to one story. */
const streams = new Map<string, NewsStream>()
let readers: ReadonlyMap<string, WordReader> = new Map()

doTasks<ComparerTasks>({
  begin({ session: number, words }) {
    session = number
    streams.clear()
    readers = new Map(
      words.flatMap(({ language, vectors }): [string, WordReader][] => {
        const decoded = decodeWordVectors(vectors)
        return decoded === null ? [] : [[language, createWordReader(decoded)]]
      }),
    )
  },
  restore({ world, articles }) {
    const stream = streamOf(world)
    stream.restore(articles.map(({ clusterId, ...article }) => ({ ...toNewsArticle(article), storyId: clusterId })))
  },
  place({ session: requestedSession, world, articles }) {
    if (requestedSession !== session) return null
    const stream = streamOf(world)
    const earliest = articles.reduce((min, { publishedAt }) => (publishedAt < min ? publishedAt : min), '9999')
    if (stream.size > maxArticles && articles.length > 0) stream.forget(new Date(earliest))
    const { storyOf, ...changes } = stream.place(articles.map(toNewsArticle))
    return { ...changes, remembered: storyOf.size }
  },
  count: (clusters) =>
    clusters.map(({ id, articles }) => {
      const headlines = articles.map((article) => ({ ...article, ...toHeadline(article) }))
      return {
        id,
        ...toClusterFacts(
          headlines,
          storyTerms(headlines).map(({ written }) => written),
        ),
      }
    }),
})

function streamOf(world: string): NewsStream {
  const existing = streams.get(world)
  if (existing !== undefined) return existing
  const stream = createNewsStream({ nameStory: clusterIdOf, readers })
  streams.set(world, stream)
  return stream
}

function toNewsArticle(article: ArticleText) {
  const { documentId, publishedAt, outlet, lead, language } = article
  return { id: documentId, publishedAt, outlet, lead, language, ...toHeadline(article) }
}

/** Text that an outlet prints around its headlines must neither link articles nor appear in a story's headline. */
function toHeadline({ title, outlet }: ArticleText): { title: string } {
  return { title: trimOutletName(title, outlet) }
}
