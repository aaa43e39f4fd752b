import type { PubmedPage } from '@auspex/sdk/types'
import type { ArticlePage, Literature } from '@auspex/sources'
import type { AskOnce } from './ask-once.ts'
import { tooManyArticles } from './clinical.errors.ts'
import type { LiteratureInOrder } from './trial-papers.ts'

/** PubMed gives no more of a search than so many. */
const mostArticles = 10_000

/** A page of articles about a condition, newest first. */
export async function searchArticles(
  { condition, year, page, perPage }: { condition: string; year: number | undefined; page: number; perPage: number },
  { askOnce, literature: [first, ...others] }: { askOnce: AskOnce; literature: LiteratureInOrder },
): Promise<PubmedPage> {
  if (page * perPage > mostArticles) throw tooManyArticles(mostArticles)
  const days = year === undefined ? null : { from: `${year}-01-01`, to: `${year}-12-31` }
  const toSource = (index: Literature) => ({
    ...index,
    ask: async (signal: AbortSignal) => {
      const answer = await index.search({ condition, days, page, perPage, signal })
      if (!answer.ok) return answer
      const { articles, total, queryTranslation } = answer
      return { ok: true, body: { articles, total, queryTranslation } } as const
    },
  })
  const { body, origin } = await askOnce<ArticlePage>({
    key: `articles ${JSON.stringify([condition.toLowerCase(), year ?? null, page, perPage])}`,
    sources: [toSource(first), ...others.map(toSource)],
  })
  return {
    items: body.articles,
    page: { page, perPage, total: body.total, totalPages: Math.ceil(body.total / perPage), nextCursor: null },
    queryTranslation: body.queryTranslation,
    origin,
  }
}
