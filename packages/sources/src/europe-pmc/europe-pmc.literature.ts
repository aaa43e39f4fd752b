import type { PubmedArticle } from '@auspex/sdk/types'
import { z } from 'zod'
import { nctIdsIn } from '../pubmed/pubmed-record.parse.ts'
import { parseJson } from '../text/parse-json.ts'
import { toPlainLine, toPlainText } from '../text/plain-text.ts'
import { parsePublishedAt } from '../text/published-at.ts'
import type { HostPolicy } from '../http/host-gate.ts'
import type { Http } from '../http/http.types.ts'
import type { Answer, ArticlePage, ArticleSearch, Literature } from '../medicine/medicine.types.ts'
import { schemaChanged } from '../source-run.ts'

const text = z.string().optional()
const result = z.object({
  pmid: z.string().regex(/^\d{1,9}$/),
  title: z.string(),
  abstractText: text,
  authorString: text,
  journalTitle: text,
  journalInfo: z.object({ journal: z.object({ title: text }).optional() }).optional(),
  pubYear: text,
  firstPublicationDate: text,
  pubType: text,
  pubTypeList: z.object({ pubType: z.array(z.string()).default([]) }).optional(),
  meshHeadingList: z.object({ meshHeading: z.array(z.object({ descriptorName: text })).default([]) }).optional(),
  doi: text,
})
const searchAnswer = z.object({
  hitCount: z.number().int().min(0),
  resultList: z.object({ result: z.array(z.unknown()).default([]) }).optional(),
})

/** Parses a response of `/search`; null when it does not have the known shape. Articles without a PubMed number are left out. */
export function parseEuropePmc(body: string): { articles: PubmedArticle[]; total: number } | null {
  const page = searchAnswer.safeParse(parseJson(body))
  if (!page.success) return null
  const values = page.data.resultList?.result ?? []
  return { articles: values.flatMap((value) => toArticle(value) ?? []), total: page.data.hitCount }
}

function toArticle(value: unknown): PubmedArticle | null {
  const { data: found } = result.safeParse(value)
  if (found === undefined) return null
  // Its titles are escaped once or twice.
  const title = toPlainLine(toPlainLine(found.title))
  if (title === '') return null
  const abstract = toPlainText(found.abstractText ?? '')
  const types = found.pubTypeList?.pubType ?? (found.pubType ?? '').split(';')
  const journal = toPlainLine(found.journalInfo?.journal?.title ?? found.journalTitle ?? '')
  return {
    pmid: found.pmid,
    title: title.slice(0, 4000),
    abstract: abstract === '' ? null : abstract.slice(0, 50_000),
    journal: (journal || 'Unknown journal').slice(0, 500),
    authors: toPlainLine(found.authorString ?? '')
      .replace(/\.$/, '')
      .split(', ')
      .map((author) => author.slice(0, 300))
      .filter(Boolean)
      .slice(0, 1000),
    publishedAt: dateOf(found.firstPublicationDate) ?? dateOf(found.pubYear),
    publicationTypes: unique(types, 30, 100).map((type) => type.charAt(0).toUpperCase() + type.slice(1)),
    meshTerms: unique(
      found.meshHeadingList?.meshHeading.map(({ descriptorName }) => descriptorName ?? '') ?? [],
      100,
      200,
    ),
    nctIds: nctIdsIn(`${title} ${abstract}`),
    doi: found.doi?.slice(0, 300) || null,
    url: `https://pubmed.ncbi.nlm.nih.gov/${found.pmid}/`,
  }
}

function dateOf(value: string | undefined): string | null {
  if (value === undefined || !/^\d{4}(-\d{2}-\d{2})?$/.test(value)) return null
  return value.length === 4 || parsePublishedAt(value) !== null ? value : null
}

function unique(values: readonly string[], maxCount: number, maxLength: number): string[] {
  return [...new Set(values.map((value) => toPlainLine(value).slice(0, maxLength)).filter(Boolean))].slice(0, maxCount)
}

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
