import { z } from 'zod'

import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { secondsToIso } from '../text/published-at.ts'
import { readLine, readText, type TextForms } from '../text/plain-text.ts'

/** The format of the text fields. Titles and names are encoded too, under the filter used here. */
export const textForms = { title: 'html', body: 'html', display_name: 'html' } as const satisfies TextForms

const question = z.object({
  question_id: z.number(),
  title: z.string(),
  body: z.string().default(''),
  link: z.string(),
  creation_date: z.number(),
  score: z.number().nullish(),
  answer_count: z.number().nullish(),
  view_count: z.number().nullish(),
  owner: z.object({ display_name: z.string().optional() }).optional(),
})
const answer = z.object({
  items: z.array(z.unknown()),
  has_more: z.boolean(),
  backoff: z.number().optional(),
  quota_remaining: z.number().optional(),
})

export interface QuestionsPage {
  documents: SourceDocument[]
  hasMore: boolean
  /** Seconds during which the same method must not be called again; null when it may. */
  backoffSeconds: number | null
  /** Requests left today; null when it was not stated. */
  quotaLeft: number | null
}

/** Parses a response of `search/advanced` with bodies; null when it does not have the known shape. */
export function parseStackExchange(body: string): QuestionsPage | null {
  const page = answer.safeParse(parseJson(body))
  if (!page.success) return null
  const { items, has_more: hasMore, backoff, quota_remaining: quotaLeft } = page.data
  const read = items.flatMap((value) => question.safeParse(value).data ?? [])
  if (read.length === 0 && items.length > 0) return null
  return {
    documents: read.flatMap((entry) => toDocument(entry) ?? []),
    hasMore,
    backoffSeconds: backoff ?? null,
    quotaLeft: quotaLeft ?? null,
  }
}

function toDocument(entry: z.infer<typeof question>): SourceDocument | null {
  const title = readLine(textForms, 'title', entry.title)
  const publishedAt = secondsToIso(entry.creation_date)
  if (title === '' || publishedAt === null || !URL.canParse(entry.link)) return null
  const { hostname, href, protocol } = new URL(entry.link)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const text = readText(textForms, 'body', entry.body)
  return {
    sourceKey: 'stack_exchange',
    // Ids are unique only within a site.
    nativeId: `${hostname}:${entry.question_id}`,
    kind: 'question',
    outlet: hostname,
    url: href,
    title,
    body: text === '' ? null : text,
    author: readLine(textForms, 'display_name', entry.owner?.display_name ?? '') || null,
    publishedAt,
    datePrecision: 'second',
    country: null,
    countryBasis: null,
    lang: null,
    engagement: {
      score: entry.score ?? null,
      comments: entry.answer_count ?? null,
      views: entry.view_count ?? null,
      reposts: null,
    },
  }
}
