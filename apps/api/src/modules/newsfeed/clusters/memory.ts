import type { ArticleText } from '../../documents/index.ts'
import type { ComparisonDependencies } from './compare-articles.ts'
import type { Placement } from './comparer.ts'

/** A story is over after five days without an article: what is older cannot be joined. */
const windowMs = 5 * 86_400_000
/** Articles that are held at once; of more days than that the newest. */
const mostRemembered = 15_000
const readAtOnce = 500

export interface Memory {
  /** Places articles, and tells what that changed. */
  place(world: string, articles: readonly ArticleText[]): Promise<Placement>
  /** What was placed is stored; `lastEvent` tells other comparisons apart. */
  settle(lastEvent: string): void
  /** What was placed is not stored: everything is read anew. */
  forget(): void
}

/**
 * What the thread that compares remembers: the articles of the days around those that it was given. It is read anew when other days are asked
 * for, when the thread was ended, and when another process has compared meanwhile.
 */
export function createMemory({
  clusters,
  documents,
  comparer,
}: Pick<ComparisonDependencies, 'clusters' | 'documents' | 'comparer'>): Memory {
  let session = 0
  let span: { from: number; to: number } | null = null
  let remembered = 0
  let lastEvent: string | null = null

  async function begin(from: number, to: number): Promise<void> {
    session += 1
    span = { from, to }
    await comparer.ask({ kind: 'begin', input: session })
    const members = await clusters.listMembersBetween(new Date(from), new Date(to), mostRemembered)
    remembered = members.length
    for (let at = 0; at < members.length; at += readAtOnce) {
      const part = members.slice(at, at + readAtOnce)
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
        span !== null &&
        needed.from >= span.from &&
        // what comes after all that is known needs nothing read
        needed.from <= span.to &&
        remembered < mostRemembered * 2 &&
        (lastEvent === null || lastEvent === (await clusters.lastEvent()))
      if (!isKnown) await begin(needed.from, needed.to)
      const ask = () => comparer.ask({ kind: 'place', input: { session, world, articles } })
      let placement = await ask()
      if (placement === null) {
        await begin(needed.from, needed.to)
        placement = await ask()
      }
      if (placement === null) throw new Error('The thread that compares articles lost what it was told')
      if (span !== null) span = { from: span.from, to: Math.max(span.to, needed.to) }
      remembered = placement.remembered
      return placement
    },
    settle(event) {
      lastEvent = event
    },
    forget() {
      span = null
    },
  }
}
