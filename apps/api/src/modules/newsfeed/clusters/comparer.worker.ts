import { createNewsStream, type NewsStream, storyTerms } from '@auspex/analytics'
import { doTasks } from '../../../kernel/thread-tasks.ts'
import type { ArticleText } from '../../documents/index.ts'
import { toClusterFacts } from './cluster-facts.ts'
import type { ComparerTasks } from './comparer.ts'
import { clusterIdOf } from './cluster-id.ts'

let session: number | null = null
/** Real and synthetic articles never tell one story. */
const streams = new Map<string, NewsStream>()

doTasks<ComparerTasks>({
  begin(number) {
    session = number
    streams.clear()
  },
  restore({ world, articles }) {
    const stream = streamOf(world)
    for (const { clusterId, ...article } of articles) stream.restore({ ...toNewsArticle(article), storyId: clusterId })
  },
  place({ session: asked, world, articles }) {
    if (asked !== session) return null
    const stream = streamOf(world)
    const placements = articles.map((article) => stream.add(toNewsArticle(article)))
    return placements.map((placement) => ({ ...placement }))
  },
  count: (clusters) =>
    clusters.map(({ id, articles }) => ({
      id,
      ...toClusterFacts(articles, storyTerms(articles.map(({ title, lead }) => ({ title, lead })))),
    })),
})

function streamOf(world: string): NewsStream {
  const known = streams.get(world)
  if (known !== undefined) return known
  const stream = createNewsStream({ nameStory: clusterIdOf })
  streams.set(world, stream)
  return stream
}

function toNewsArticle({ documentId, publishedAt, title, lead }: ArticleText) {
  return { id: documentId, publishedAt, title, lead }
}
