import { z } from 'zod'

import { childrenNamed, firstChild, readRssChannel, wordsOf } from '../rss/feed-entries.ts'
import { toLanguageCode } from '../places/languages.ts'
import { parseFeedDate, parsePublishedAt, toIsoSecond } from '../text/published-at.ts'
import type { PublicationDate, SourceDocument } from '../source.types.ts'
import { parseLooseJson } from '../text/parse-json.ts'
import { mendSpacing, toPlainLine } from '../text/plain-text.ts'

const record = z.object({
  date: z.string(),
  url: z.string(),
  title: z.string(),
  desc: z.string().nullish(),
  domain: z.string().nullish(),
  outletName: z.string().nullish(),
  author: z.string().nullish(),
  lang: z.string().nullish(),
})

/** Parses one line of an archive file; null when it does not have the known shape, or has no title, address or time. */
export function parseArchiveLine(line: string): SourceDocument | null {
  const parsed = record.safeParse(parseLooseJson(line))
  if (!parsed.success) return null
  const { date, url, title, desc, domain, author, lang } = parsed.data
  const published = parsePublishedAt(date)
  if (published === null) return null
  return toDocument({
    url,
    title,
    body: desc,
    domain,
    author,
    lang: (lang && toLanguageCode(lang)) || null,
    published: { publishedAt: toIsoSecond(published.epochMs), datePrecision: published.precision },
  })
}

/**
 * Parses the rolling feed of the last 15 minutes; null when it is not a feed. An item without a date gets the day on
 * which the feed was built; its time is unknown.
 */
export function parseArchiveFeed(body: string, now: Date): SourceDocument[] | null {
  const channel = readRssChannel(body, 'https://data.gdeltproject.org/')
  if (channel === null) return null
  const built = parseFeedDate(wordsOf(firstChild(channel, 'lastbuilddate', 'pubdate')), now)
  const day = built && ({ publishedAt: `${built.publishedAt.slice(0, 10)}T00:00:00Z`, datePrecision: 'day' } as const)
  return childrenNamed(channel, 'item').flatMap((item) => {
    const published = parseFeedDate(wordsOf(firstChild(item, 'pubdate')), now) ?? day
    const [url, title] = [wordsOf(firstChild(item, 'link')) ?? '', wordsOf(firstChild(item, 'title')) ?? '']
    return (published && toDocument({ url, title, published })) ?? []
  })
}

interface ArticleFacts {
  url: string
  title: string
  published: PublicationDate
  body?: string | null | undefined
  domain?: string | null | undefined
  author?: string | null | undefined
  lang?: string | null | undefined
}

function toDocument(facts: ArticleFacts): SourceDocument | null {
  const title = mendSpacing(toPlainLine(facts.title))
  if (title === '' || !/^https?:\/\//i.test(facts.url) || !URL.canParse(facts.url)) return null
  return {
    sourceKey: 'gdelt_archive',
    nativeId: null,
    kind: 'article',
    outlet: (facts.domain || new URL(facts.url).hostname).replace(/^www\./, ''),
    url: facts.url,
    title,
    body: toPlainLine(facts.body ?? '') || null,
    author: toPlainLine(facts.author ?? '') || null,
    ...facts.published,
    country: null,
    countryBasis: null,
    lang: facts.lang ?? null,
    engagement: null,
  }
}
