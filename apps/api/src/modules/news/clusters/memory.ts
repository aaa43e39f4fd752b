import type { ArticleText, DocumentsModule } from '../../library/index.ts'
import type { Placement, Comparer } from './comparer.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { ClusterHistoryRepository, ClusterMembersRepository, ClustersRepository } from './clusters.repository.ts'
import type { Clock } from '../../../kernel/clock.ts'

export interface ComparisonDependencies {
  database: Database
  clusters: ClustersRepository
  members: ClusterMembersRepository
  history: ClusterHistoryRepository
  documents: DocumentsModule
  comparer: Comparer
  clock: Clock
}

/** A story is over after five days without an article: older articles cannot be joined. */
const windowMs = 5 * 86_400_000
/** Maximum number of articles in memory; the newest are retained. */
const maxRemembered = 15_000
const readAtOnce = 500

export interface Memory {
  /** Places articles and returns what that changed. */
  place(world: string, articles: readonly ArticleText[]): Promise<Placement>
  /** Confirms that the placement is stored; `lastEvent` detects comparisons by other processes. */
  settle(lastEvent: string): void
  /** The placement was not stored: everything is loaded again. */
  forget(): void
}

/**
 * The articles that the comparing thread has in memory: those of the days around the ones it was given. They are reloaded when other days are needed,
 * when the thread was ended, and when another process has compared since.
 */
export function createMemory({ members: stored, history, documents, comparer }: ComparisonDependencies): Memory {
  let session = 0
  let loadedRange: { from: number; to: number } | null = null
  let remembered = 0
  let lastEvent: string | null = null
  /** When the words in use were learned; stories are compared again with those learned since. */
  let learnedAt: number | null = null

  async function begin(from: number, to: number): Promise<void> {
    session += 1
    loadedRange = { from, to }
    learnedAt = (await documents.wordReaders.findLastTraining())?.getTime() ?? null
    await comparer.ask({ kind: 'begin', input: { session, words: await documents.wordReaders.listBytes() } })
    const members = await stored.listBetween(new Date(from), new Date(to), maxRemembered)
    remembered = members.length
    for (let start = 0; start < members.length; start += readAtOnce) {
      const part = members.slice(start, start + readAtOnce)
      const texts = await documents.articles.readArticles(part.map(({ documentId }) => documentId))
      const byId = new Map(texts.map((text) => [text.documentId, text]))
      const articles = part.flatMap(({ documentId, clusterId }) => {
        const text = byId.get(documentId)
        return text === undefined ? [] : [{ ...text, clusterId }]
      })
      for (const [isDemo, group] of Map.groupBy(articles, (article) => article.isDemo))
        await comparer.ask({ kind: 'restore', input: { world: isDemo ? 'demo' : 'real', articles: group } })
    }
  }

  return {
    async place(world, articles) {
      const times = articles.map(({ publishedAt }) => Date.parse(publishedAt))
      const needed = { from: Math.min(...times) - windowMs, to: Math.max(...times) + windowMs }
      const isKnown =
        loadedRange !== null &&
        needed.from >= loadedRange.from &&
        // articles after all known ones need no loading
        needed.from <= loadedRange.to &&
        remembered < maxRemembered * 2 &&
        (lastEvent === null || lastEvent === (await history.lastEvent())) &&
        learnedAt === ((await documents.wordReaders.findLastTraining())?.getTime() ?? null)
      if (!isKnown) await begin(needed.from, needed.to)
      const requestPlacement = () => comparer.ask({ kind: 'place', input: { session, world, articles } })
      let placement = await requestPlacement()
      if (placement === null) {
        await begin(needed.from, needed.to)
        placement = await requestPlacement()
      }
      if (placement === null) throw new Error('The comparing thread lost its state')
      if (loadedRange !== null) loadedRange = { from: loadedRange.from, to: Math.max(loadedRange.to, needed.to) }
      remembered = placement.remembered
      return placement
    },
    settle(event) {
      lastEvent = event
    },
    forget() {
      loadedRange = null
    },
  }
}
