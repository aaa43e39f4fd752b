import type { PubmedArticle, TrialPaper, TrialPaperList } from '@auspex/sdk/types'
import type { Literature, RegisterRecord } from '@auspex/sources'
import type { AskOnce } from './ask-once.ts'

export type LiteratureInOrder = readonly [Literature, ...Literature[]]

interface PaperSearch {
  articles: PubmedArticle[]
  total: number
}

/** Papers that are read of a study. */
const mostPapers = 100

/** The papers of a study: those the register names, and those that name the study. */
export async function findPapers(
  nctId: string,
  { references }: Pick<RegisterRecord, 'references'>,
  { askOnce, literature: [first, ...others] }: { askOnce: AskOnce; literature: LiteratureInOrder },
): Promise<TrialPaperList> {
  const toSource = (index: Literature) => ({
    ...index,
    ask: async (signal: AbortSignal) => {
      const byNumber = await index.searchByTrial(nctId, signal)
      if (!byNumber.ok) return byNumber
      const known = new Set(byNumber.articles.map(({ pmid }) => pmid))
      const missing = references.map(({ pmid }) => pmid).filter((pmid) => !known.has(pmid))
      const named = await index.readArticles(missing.slice(0, mostPapers), signal)
      if (!named.ok) return named
      const body: PaperSearch = {
        articles: [...named.articles, ...byNumber.articles],
        total: byNumber.total + named.articles.length,
      }
      return { ok: true, body } as const
    },
  })
  const { body, origin } = await askOnce<PaperSearch>({
    key: `papers ${nctId}`,
    sources: [toSource(first), ...others.map(toSource)],
  })
  const relations = new Map(references.map(({ pmid, relation }) => [pmid, relation]))
  const papers = body.articles.flatMap((article): TrialPaper[] => {
    const relation = relations.get(article.pmid) ?? (article.nctIds.includes(nctId) ? 'names_trial' : null)
    return relation === null ? [] : [{ article, relation }]
  })
  const items = papers.toSorted((one, other) => compareDates(other.article, one.article)).slice(0, mostPapers)
  const leftOut = Math.min(mostPapers, body.articles.length - papers.length)
  return { items, total: body.total, leftOut, origin }
}

function compareDates(one: PubmedArticle, other: PubmedArticle): number {
  return (one.publishedAt ?? '').localeCompare(other.publishedAt ?? '', 'en')
}
