import type { PubmedArticle } from '@auspex/sdk/types'
import { z } from 'zod'

import { nctIdsIn } from '../pubmed/pubmed-record.parse.ts'
import { parseJson } from '../text/parse-json.ts'
import { toPlainLine, toPlainText } from '../text/plain-text.ts'
import { parsePublishedAt } from '../text/published-at.ts'

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
const answer = z.object({
  hitCount: z.number().int().min(0),
  resultList: z.object({ result: z.array(z.unknown()).default([]) }).optional(),
})

/** Parses a response of `/search`; null when it does not have the known shape. Articles without a PubMed number are left out. */
export function parseEuropePmc(body: string): { articles: PubmedArticle[]; total: number } | null {
  const page = answer.safeParse(parseJson(body))
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
