import { createNewsStream, type NewsStream, storyTerms, trimOutletName } from '@auspex/analytics'
import { doTasks } from '../../../kernel/thread-tasks.ts'
import type { ArticleText } from '../../documents/index.ts'
import { toClusterFacts } from './cluster-facts.ts'
import type { ComparerTasks } from './comparer.ts'
import { clusterIdOf } from './cluster-id.ts'

let session: number | null = null
/** With fewer articles nothing is forgotten: that costs as much as remembering. */
const mostHeld = 5_000
/** Real and synthetic articles never tell one story. */
const streams = new Map<string, NewsStream>()

doTasks<ComparerTasks>({
  begin(number) {
    session = number
    streams.clear()
  },
  restore({ world, articles }) {
    const stream = streamOf(world)
    stream.restore(articles.map(({ clusterId, ...article }) => ({ ...toNewsArticle(article), storyId: clusterId })))
  },
  place({ session: asked, world, articles }) {
    if (asked !== session) return null
    const stream = streamOf(world)
    const earliest = articles.reduce((least, { publishedAt }) => (publishedAt < least ? publishedAt : least), '9999')
    if (stream.size > mostHeld && articles.length > 0) stream.forget(new Date(earliest))
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
  const known = streams.get(world)
  if (known !== undefined) return known
  const stream = createNewsStream({ nameStory: clusterIdOf })
  streams.set(world, stream)
  return stream
}

function toNewsArticle(article: ArticleText) {
  const { documentId, publishedAt, outlet, lead } = article
  return { id: documentId, publishedAt, outlet, lead, ...toHeadline(article) }
}

/** What an outlet prints around its headlines neither joins articles nor stands in the headline of a story. */
function toHeadline({ title, outlet }: Pick<ArticleText, 'title' | 'outlet'>): { title: string } {
  return { title: trimOutletName(title, outlet) }
}
