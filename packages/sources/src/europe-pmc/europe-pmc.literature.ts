import type { HostPolicy } from '../http/host-gate.ts'
import type { Http } from '../http/http.types.ts'
import type { ArticlePage, ArticleSearch, Answer, Literature } from '../medicine/medicine.types.ts'
import { schemaChanged } from '../source-run.ts'
import { parseEuropePmc } from './europe-pmc.parse.ts'

export const europePmcHosts: Readonly<Record<string, HostPolicy>> = {
  'www.ebi.ac.uk': { intervalMs: 500, burst: 2, concurrency: 2 },
}

/** Maximum number of articles per page; the index paginates only by cursor. */
const maxPageSize = 1000

/** The articles of PubMed from Europe PMC. */
export function createEuropePmcLiterature({
  http,
  baseUrl = 'https://www.ebi.ac.uk/europepmc/webservices/rest',
}: {
  http: Http
  baseUrl?: string
}): Literature {
  async function fetchArticles(
    query: string,
    parameters: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Answer<ArticlePage>> {
    const url = `${baseUrl}/search?${new URLSearchParams({ query, format: 'json', resultType: 'core', ...parameters })}`
    const answer = await http.get({ url, signal, expect: 'json' })
    if (!answer.ok) return answer
    const page = parseEuropePmc(answer.body)
    return page === null ? { ok: false, ...schemaChanged } : { ok: true, ...page, queryTranslation: null }
  }

  return {
    key: 'europe_pmc',
    name: 'Europe PMC',
    attribution: 'Europe PMC, the articles of PubMed as it has them',
    async search({ page, perPage, signal, ...search }) {
      const upTo = page * perPage
      if (upTo > maxPageSize) return tooFar
      // There is no offset: the results before the page are read with it, or a smaller whole page when it is the first.
      const answer = await fetchArticles(toQuery(search), { pageSize: String(upTo), sort: 'P_PDATE_D desc' }, signal)
      return answer.ok ? { ...answer, articles: answer.articles.slice(upTo - perPage) } : answer
    },
    count: ({ signal, ...search }) => fetchArticles(toQuery(search), { pageSize: '1', resultType: 'idlist' }, signal),
    searchByTrial: (nctId, signal) =>
      fetchArticles(`"${nctId}" AND SRC:MED`, { pageSize: '100', sort: 'P_PDATE_D desc' }, signal),
    async readArticles(pmids, signal) {
      if (pmids.length === 0) return { ok: true, articles: [] }
      const query = `SRC:MED AND (${pmids.map((pmid) => `EXT_ID:${pmid}`).join(' OR ')})`
      return fetchArticles(query, { pageSize: String(Math.min(maxPageSize, pmids.length)) }, signal)
    },
  }
}

const tooFar = {
  ok: false,
  status: 'bad_query',
  reason: 'Europe PMC is read to the 1,000th article only.',
  retryAfterMs: null,
} as const

/** The field names of PubMed's query language have no meaning here and are removed. */
function toQuery({ condition, days, added }: ArticleSearch): string {
  const words = condition?.replaceAll(/\[[a-z :/-]+\]/gi, '').trim()
  return [
    'SRC:MED',
    words !== undefined && words !== '' && `(${words})`,
    days !== null && `FIRST_PDATE:[${days.from} TO ${days.to}]`,
    added !== undefined && `FIRST_IDATE:[${added.from} TO ${added.to}]`,
  ]
    .filter((part) => part !== false)
    .join(' AND ')
}
