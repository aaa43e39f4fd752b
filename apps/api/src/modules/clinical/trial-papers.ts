import type { PubmedArticle, TrialPaper, TrialPaperList } from '@auspex/sdk/types'
import type { Literature, RegisterRecord } from '@auspex/sources'
import { queryOnce } from './query-once.ts'
import { type ClinicalDependencies, requireLiterature } from './clinical-dependencies.ts'

interface PaperSearch {
  articles: PubmedArticle[]
  total: number
}

/** Maximum number of papers read per study. */
const maxPapers = 100

/** The papers of a study: those the register lists, and those that cite the study. */
export async function findPapers(
  nctId: string,
  { references }: RegisterRecord,
  deps: ClinicalDependencies,
): Promise<TrialPaperList> {
  const [first, ...others] = requireLiterature(deps)
  const toSource = (index: Literature) => ({
    ...index,
    query: async (signal: AbortSignal) => {
      const byNumber = await index.searchByTrial(nctId, signal)
      if (!byNumber.ok) return byNumber
      const listedPmids = new Set(byNumber.articles.map(({ pmid }) => pmid))
      const missing = references.map(({ pmid }) => pmid).filter((pmid) => !listedPmids.has(pmid))
      const named = await index.readArticles(missing.slice(0, maxPapers), signal)
      if (!named.ok) return named
      const body: PaperSearch = {
        articles: [...named.articles, ...byNumber.articles],
        total: byNumber.total + named.articles.length,
      }
      return { ok: true, body } as const
    },
  })
  const { body, origin } = await queryOnce<PaperSearch>(
    {
      key: `papers ${nctId}`,
      sources: [toSource(first), ...others.map(toSource)],
    },
    deps,
  )
  const relations = new Map(references.map(({ pmid, relation }) => [pmid, relation]))
  const papers = body.articles.flatMap((article): TrialPaper[] => {
    const relation = relations.get(article.pmid) ?? (article.nctIds.includes(nctId) ? 'names_trial' : null)
    return relation === null ? [] : [{ article, relation }]
  })
  const items = papers.toSorted((one, other) => compareDates(other.article, one.article)).slice(0, maxPapers)
  const omitted = Math.min(maxPapers, body.articles.length - papers.length)
  return { items, total: body.total, leftOut: omitted, origin }
}

function compareDates(one: PubmedArticle, other: PubmedArticle): number {
  return (one.publishedAt ?? '').localeCompare(other.publishedAt ?? '', 'en')
}
