import { siteOf } from '../clusters/canonical-url.ts'
import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'
import type { NewsArticle } from './article-words.ts'

/** Where pages join a headline with the text around it; a title that was tokenised has spaces at every dash. */
const separator = /\s+(?:[-–—|·»:]|::)\s+|\s*[|｜]\s*|\s+_\s+/u
/** Page sections that appear between a headline and the outlet's name. */
const sections: ReadonlySet<string> = new Set(
  'news sports jobs opinion business entertainment lifestyle life home local health coronavirus politics world nation us features columns'.split(
    ' ',
  ),
)
/** Minimum share of the letters of a part that are in the outlet's address. */
const minShare = 0.75
const minLetters = 4

/**
 * A title without the outlet's name: "Trout season opens - News - Neosho Daily News - Neosho, MO" of neoshodailynews.com becomes "Trout season
 * opens". Two articles are not similar because their outlets have similar names. A part is the outlet's name when its words are in the outlet's
 * address; the page sections before it are removed as well, and so is what follows them.
 */
export function trimOutletName(title: string, outlet: string): string {
  const parts = partsOf(title)
  if (parts.length < 2) return title
  const site = lettersOf(outlet)
  const last = parts.length - 1
  // "… - News - Wilmington Advocate": what follows a page section is no longer the headline
  let end = parts.findIndex(
    ({ text }, index) => index > 0 && (isNamedBy(text, site) || (index < last && isSection(text))),
  )
  if (end === -1) end = parts.length
  while (end > 1 && end < parts.length && isSection(parts[end - 1]?.text ?? '')) end--
  const from = end > 1 && isNamedBy(parts[0]?.text ?? '', site) ? 1 : 0
  const trimmed = title.slice(parts[from]?.start ?? 0, parts[end - 1]?.end).trim()
  return trimmed === '' ? title : trimmed
}

/** A title split where pages join its parts. */
function partsOf(title: string): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = []
  let start = 0
  for (const { index, 0: between } of title.matchAll(new RegExp(separator, 'gu'))) {
    parts.push({ text: title.slice(start, index), start, end: index })
    start = index + between.length
  }
  return [...parts, { text: title.slice(start), start, end: title.length }]
}

/** The place after a comma is not part of the name: "The Herald News, Fall River, MA". */
function isNamedBy(part: string, site: string): boolean {
  const words = (part.split(',')[0] ?? '')
    .split(/\s+/)
    .map(lettersOf)
    .filter((word) => word !== '' && word !== 'the')
  const letters = words.join('').length
  if (letters < minLetters || words.length > 7) return false
  const known = words.reduce((sum, word) => sum + (word.length > 1 && site.includes(word) ? word.length : 0), 0)
  return known >= letters * minShare
}

function isSection(part: string): boolean {
  return part.split(/[,&/]/).every((word) => sections.has(lettersOf(word)))
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Where an outlet printed a title, or a part of one. */
interface Uses {
  articles: NewsArticle[]
  /** The texts beside it. */
  rests: Set<string>
  isColumn: boolean
}

/** A part of titles that appears beside this many other headlines belongs to none of them. */
const minRests = 3
/** A title with fewer content words is not a headline. */
const minContentWords = 3
/** Two texts that share less than this fraction of the shorter one's words are not revisions of one text. */
const minCommon = 0.5
/** Maximum number of earlier texts of the same title that a text is compared with, the latest first: one outlet may print thousands of copies. */
const maxComparedColumns = 10
/** With fewer words the subject of a text is unknown. */
const minWords = 8

/**
 * Detects what one outlet prints above texts that differ: the title of a column ("World news in brief", "Latest articles"), or a part of titles
 * beside other headlines ("… - Western Web"). It names the place of a text, not its subject. Where no text is known, a repeated title belongs to a
 * column when too few of its words have content.
 */
export function createColumnTitles() {
  const titles = new Map<string, Uses>()
  const parts = new Map<string, Uses>()

  /** A title without the parts that are known to belong to a column. */
  function toHeadline(article: NewsArticle, site: string): string {
    if (titles.get(keyOf(site, article.title))?.isColumn === true) return ''
    const all = partsOf(article.title)
    const headlineParts = all.filter(({ text }) => parts.get(keyOf(site, text))?.isColumn !== true)
    return headlineParts.length === all.length ? article.title : headlineParts.map(({ text }) => text).join(' - ')
  }

  return {
    /** Adds an article; returns the articles whose title has changed as a result, with the new title. */
    note(article: NewsArticle): NewsArticle[] {
      const { outlet, title } = article
      if (outlet === null || tokens(title).length === 0) return []
      const site = siteOf(outlet)
      const revised = new Set<NewsArticle>()
      const reveal = ({ articles }: Uses) => {
        for (const eachArticle of articles) revised.add(eachArticle)
      }
      const whole = usesOf(titles, keyOf(site, title))
      const isFound =
        !whole.isColumn &&
        whole.articles.slice(-maxComparedColumns).some((other) => areOtherTexts(other, article, site))
      whole.articles.push(article)
      if (isFound) {
        whole.isColumn = true
        reveal(whole)
      }
      for (const [index, { text }] of partsOf(title).entries()) {
        const uses = usesOf(parts, keyOf(site, text))
        uses.articles.push(article)
        if (uses.isColumn) continue
        const rest = partsOf(title).flatMap((other, place) => (place === index ? [] : tokens(other.text)))
        if (rest.filter(isContextTerm).length >= minContentWords) uses.rests.add(rest.join(' '))
        if (uses.rests.size < minRests) continue
        uses.isColumn = true
        reveal(uses)
      }
      revised.add(article)
      return [...revised].map((revisedArticle) => ({ ...revisedArticle, title: toHeadline(revisedArticle, site) }))
    },
    /** Forgets articles older than an instant. */
    forget(beforeMs: number): void {
      for (const known of [titles, parts])
        for (const [key, uses] of known) {
          uses.articles = uses.articles.filter(({ publishedAt }) => Date.parse(publishedAt) >= beforeMs)
          if (uses.articles.length === 0) known.delete(key)
        }
    },
  }
}

function usesOf(known: Map<string, Uses>, key: string): Uses {
  const uses = known.get(key) ?? { articles: [], rests: new Set(), isColumn: false }
  known.set(key, uses)
  return uses
}

function keyOf(site: string, text: string): string {
  return [site, ...tokens(text)].join(' ')
}

function areOtherTexts(one: NewsArticle, other: NewsArticle, site: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  // the name of an outlet is not a headline either
  if (a === null || b === null)
    return tokens(other.title).filter((word) => isContextTerm(word) && !site.includes(word)).length < minContentWords
  const common = [...a].filter((word) => b.has(word)).length
  return common < Math.min(a.size, b.size) * minCommon
}

const wordsOfArticles = new WeakMap<NewsArticle, ReadonlySet<string>>()

/** The words of a text, cached because it is compared with several others; null when there are too few. */
function wordsOf(article: NewsArticle): ReadonlySet<string> | null {
  const words = wordsOfArticles.get(article) ?? new Set(article.lead === null ? [] : tokens(article.lead))
  wordsOfArticles.set(article, words)
  return words.size < minWords ? null : words
}

/** The fields of an article that show who published its text first. */
export interface CarriedText {
  /** The same for all copies of a text. */
  text: string
  outlet: string
  /** When it was published, as a string that sorts by time. */
  publishedAt: string
  /** Only the day of `at` is known. */
  isDatedByDay: boolean
}

/**
 * The number of independent tellers of a story, which are the outlets with a text of their own. A text is credited to the site that published it first. It counts
 * as one teller where several published it at the same instant, or on the same day when the first has only a date, because its author is unknown.
 * Sites that carry another's text are not tellers. Pure.
 */
export function countTellers(articles: readonly CarriedText[]): number {
  const firsts = [...Map.groupBy(articles, ({ text }) => text).values()].map(firstSites)
  const credited = new Set<string>()
  // a text that only one site can have written goes first, so that it takes none from the others
  for (const sites of firsts.toSorted((a, b) => a.size - b.size)) {
    const site = [...sites].find((eachSite) => !credited.has(eachSite))
    if (site !== undefined) credited.add(site)
  }
  return credited.size
}

/** The sites that may have published first: one, or several where their times do not distinguish them. Pure. */
export function firstSites(articles: readonly Omit<CarriedText, 'text'>[]): Set<string> {
  const first = articles.reduce<(typeof articles)[number] | undefined>(
    (best, one) => (best === undefined || one.publishedAt < best.publishedAt ? one : best),
    undefined,
  )
  if (first === undefined) return new Set()
  const timeOf = ({ publishedAt }: { publishedAt: string }) =>
    first.isDatedByDay ? publishedAt.slice(0, 10) : publishedAt
  return new Set(articles.filter((article) => timeOf(article) === timeOf(first)).map(({ outlet }) => siteOf(outlet)))
}
