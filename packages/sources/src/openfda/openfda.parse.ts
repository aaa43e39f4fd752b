import { z } from 'zod'
import { countryFromGdelt } from '../gdelt/country-names.ts'
import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { toPlainLine } from '../text/plain-text.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'

const recall = z.object({
  recall_number: z.string(),
  report_date: z.string(),
  product_description: z.string().default(''),
  reason_for_recall: z.string().default(''),
  classification: z.string().default(''),
  recalling_firm: z.string().default(''),
  distribution_pattern: z.string().default(''),
  country: z.string().default(''),
})
const answer = z.object({
  meta: z.object({ results: z.object({ total: z.number() }) }),
  results: z.array(z.unknown()),
})
const noMatches = z.object({ error: z.object({ code: z.literal('NOT_FOUND') }) })

export interface RecallsPage {
  documents: SourceDocument[]
  /** Recalls on this page, readable or not. */
  entryCount: number
  /** Recalls that match. */
  total: number
}

/** Maximum length of a title; product descriptions run to several hundred words. */
const maxTitleLength = 160

/**
 * Parses a response of an enforcement endpoint; null when it does not have the known shape. openFDA returns NOT_FOUND,
 * with status 404, when nothing matches.
 */
export function parseOpenfda(body: string, baseUrl: string): RecallsPage | null {
  const value = parseJson(body)
  if (noMatches.safeParse(value).success) return { documents: [], entryCount: 0, total: 0 }
  const page = answer.safeParse(value)
  if (!page.success) return null
  const { results, meta } = page.data
  const recalls = results.flatMap((entry) => recall.safeParse(entry).data ?? [])
  if (recalls.length === 0 && results.length > 0) return null
  const documents = recalls.flatMap((entry) => toDocument(entry, baseUrl) ?? [])
  return { documents, entryCount: results.length, total: meta.results.total }
}

function toDocument(entry: z.infer<typeof recall>, baseUrl: string): SourceDocument | null {
  const reported = parsePublishedAt(entry.report_date)
  const product = toPlainLine(entry.product_description)
  const reason = toPlainLine(entry.reason_for_recall)
  if (reported === null || (product === '' && reason === '')) return null
  const country = countryFromGdelt(entry.country)
  const grade = entry.classification === '' ? 'Recall' : `${toPlainLine(entry.classification)} recall`
  const lines = [
    `${grade}: ${reason}`,
    `Product: ${product}`,
    `Distribution: ${toPlainLine(entry.distribution_pattern)}`,
  ]
  return {
    sourceKey: 'openfda',
    nativeId: entry.recall_number,
    kind: 'filing',
    outlet: 'fda.gov',
    url: `${baseUrl}?${new URLSearchParams({ search: `recall_number:"${entry.recall_number}"` })}`,
    title: shorten(product || reason),
    body: lines.filter((line) => !line.endsWith(': ')).join('\n'),
    author: toPlainLine(entry.recalling_firm) || null,
    publishedAt: toIsoSecond(reported.epochMs),
    datePrecision: 'day',
    country,
    countryBasis: country === null ? null : 'author',
    lang: 'en',
    engagement: null,
  }
}

function shorten(text: string): string {
  if (text.length <= maxTitleLength) return text
  const beginning = text.slice(0, maxTitleLength)
  // at the last space, unless that would take more than half away
  const end = Math.max(beginning.lastIndexOf(' '), maxTitleLength / 2)
  return `${beginning.slice(0, end).replace(/[\s,;:]+$/, '')}…`
}
