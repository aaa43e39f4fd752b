import type { Http } from '../http/http.types.ts'
import type { ArticleSearch, Answer, Literature } from '../medicine/medicine.types.ts'
import { schemaChanged } from '../source-run.ts'
import { parsePubmedRecords } from './pubmed-record.parse.ts'
import { parsePubmedSearch, type PubmedSearch } from './pubmed.parse.ts'
import { failureTexts, queryFailure } from './pubmed.source.ts'

export interface PubmedLiteratureOptions {
  http: Http
  baseUrl?: string
  /** Optional NCBI key; it raises the rate limit. */
  apiKey?: string | undefined
  /** E-mail address that NCBI may contact before it blocks a client. */
  contact?: string | undefined
}

/** Maximum number of papers read per study. */
const maxTrialArticles = 100

/** PubMed with whole records and exact counts: `esearch` finds and counts, `efetch` reads. */
export function createPubmedLiterature({
  http,
  baseUrl = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
  apiKey,
  contact,
}: PubmedLiteratureOptions): Literature {
  const commonParameters = {
    db: 'pubmed',
    tool: 'auspex',
    ...(contact && { email: contact }),
    ...(apiKey && { api_key: apiKey }),
  }

  async function find(parameters: Record<string, string>, signal: AbortSignal): Promise<Answer<PubmedSearch>> {
    const url = `${baseUrl}/esearch.fcgi?${new URLSearchParams({ ...commonParameters, retmode: 'json', ...parameters })}`
    const answer = await http.get({ url, signal, expect: 'json', failureTexts })
    if (!answer.ok) return answer
    const page = parsePubmedSearch(answer.body)
    if (page === null) return { ok: false, ...schemaChanged }
    return 'error' in page ? { ok: false, ...queryFailure(page.error) } : { ok: true, ...page }
  }

  const readArticles: Literature['readArticles'] = async (pmids, signal) => {
    if (pmids.length === 0) return { ok: true, articles: [] }
    const url = `${baseUrl}/efetch.fcgi?${new URLSearchParams({ ...commonParameters, retmode: 'xml', id: pmids.join(',') })}`
    const answer = await http.get({ url, signal, expect: 'xml', failureTexts })
    if (!answer.ok) return answer
    const articles = await parsePubmedRecords(answer.body)
    return articles === null ? { ok: false, ...schemaChanged } : { ok: true, articles }
  }

  async function findAndRead(parameters: Record<string, string>, signal: AbortSignal) {
    const page = await find({ sort: 'pub_date', ...parameters }, signal)
    if (!page.ok) return page
    const reading = await readArticles(page.ids, signal)
    if (!reading.ok) return reading
    return { ok: true, articles: reading.articles, total: page.total, queryTranslation: page.translation } as const
  }

  return {
    key: 'pubmed',
    name: 'PubMed',
    attribution: 'Courtesy of the U.S. National Library of Medicine',
    readArticles,
    search: ({ page, perPage, signal, ...search }) =>
      findAndRead({ ...toParameters(search), retstart: String((page - 1) * perPage), retmax: String(perPage) }, signal),
    async count({ signal, ...search }) {
      const page = await find({ ...toParameters(search), retmax: '0' }, signal)
      return page.ok ? { ok: true, total: page.total, queryTranslation: page.translation } : page
    },
    searchByTrial: (nctId, signal) =>
      findAndRead({ term: `${nctId}[si] OR ${nctId}[tiab]`, retmax: String(maxTrialArticles) }, signal),
  }
}

function toParameters({ condition, days, added }: ArticleSearch): Record<string, string> {
  // one search has one kind of date
  const range = added ?? days
  return {
    term: condition ?? 'all[sb]',
    ...(range !== null && {
      datetype: added === undefined ? 'pdat' : 'edat',
      mindate: range.from.replaceAll('-', '/'),
      maxdate: range.to.replaceAll('-', '/'),
    }),
  }
}
