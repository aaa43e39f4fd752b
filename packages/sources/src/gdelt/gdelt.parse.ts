import { z } from 'zod'
import type { SourceDocument } from '../source.types.ts'
import { parseLooseJson, parseObjects } from '../text/parse-json.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'
import { mendSpacing, readLine, type TextForms } from '../text/plain-text.ts'
import { countryFromGdelt } from './country-names.ts'

/** The format of the text fields. Titles are taken from the heads of web pages. */
export const textForms = { title: 'html' } as const satisfies TextForms

const languageCodes =
  'af ar az be bg bn bs ca cs da de el en es et eu fa fi fr gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mk ml mn mr ms my nb ne nl no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh'.split(
    ' ',
  )
const english = new Intl.DisplayNames('en', { type: 'language' })
const codes = new Map(languageCodes.map((code) => [(english.of(code) ?? code).toLowerCase(), code]))
codes.set('chinese', 'zh').set('norwegian', 'no').set('farsi', 'fa').set('bokmal', 'nb')

/** The language code for an English language name such as `Spanish`; null when unknown. */
function languageFromGdelt(name: string): string | null {
  return codes.get(name.trim().toLowerCase()) ?? null
}

const article = z.object({
  url: z.string(),
  title: z.string(),
  seendate: z.string(),
  domain: z.string().default(''),
  language: z.string().default(''),
  sourcecountry: z.string().default(''),
})
const answer = z.object({ articles: z.array(z.unknown()).default([]) })

export interface GdeltList {
  documents: SourceDocument[]
  /** Articles on the list, readable or not. */
  entryCount: number
  /** Articles that are not valid JSON: GDELT copies titles from pages, including invalid characters. */
  damaged: number
}

/**
 * Parses an article list of DOC 2.0; null when it does not have the known shape. GDELT returns `{}` when nothing
 * matches. Articles without a title, address or time are left out, but `entryCount` includes them.
 */
export function parseGdelt(body: string): GdeltList | null {
  const articles = articlesOf(body)
  if (articles === null) return null
  const results = articles.map((value) => article.safeParse(value))
  if (results.length > 0 && !results.some((result) => result.success)) return null
  const documents = results.flatMap((result) => (result.success ? (toDocument(result.data) ?? []) : []))
  return { documents, entryCount: results.length, damaged: articles.filter((value) => value === undefined).length }
}

function articlesOf(body: string): readonly unknown[] | null {
  const value = parseLooseJson(body)
  if (value !== undefined) return answer.safeParse(value).data?.articles ?? null
  // A truncated response is not accepted.
  const isWhole = /^\s*\{\s*"articles"\s*:\s*\[/.test(body) && /\]\s*\}$/.test(body.slice(-100).trimEnd())
  return isWhole ? parseObjects(body, 'url') : null
}

function toDocument(entry: z.infer<typeof article>): SourceDocument | null {
  const title = mendSpacing(readLine(textForms, 'title', entry.title))
  // When GDELT saw the article, which is minutes to hours after it was published.
  const published = parsePublishedAt(entry.seendate)
  if (title === '' || published === null || !/^https?:\/\//i.test(entry.url) || !URL.canParse(entry.url)) return null
  const country = countryFromGdelt(entry.sourcecountry)
  return {
    sourceKey: 'gdelt',
    nativeId: null,
    kind: 'article',
    outlet: (entry.domain || new URL(entry.url).hostname).replace(/^www\./, ''),
    url: entry.url,
    title,
    body: null,
    author: null,
    publishedAt: toIsoSecond(published.epochMs),
    datePrecision: published.precision,
    country,
    countryBasis: country === null ? null : 'source',
    lang: languageFromGdelt(entry.language),
    engagement: null,
  }
}
