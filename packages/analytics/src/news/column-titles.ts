import { siteOf } from '../clusters/site-of.ts'
import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'
import { partsOf } from './outlet-name.ts'
import type { NewsArticle } from './news-article.ts'

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
const maxCompared = 10
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
        for (const one of articles) revised.add(one)
      }
      const whole = usesOf(titles, keyOf(site, title))
      const isFound =
        !whole.isColumn && whole.articles.slice(-maxCompared).some((other) => areOtherTexts(other, article, site))
      whole.articles.push(article)
      if (isFound) {
        whole.isColumn = true
        reveal(whole)
      }
      for (const [at, { text }] of partsOf(title).entries()) {
        const uses = usesOf(parts, keyOf(site, text))
        uses.articles.push(article)
        if (uses.isColumn) continue
        const rest = partsOf(title).flatMap((other, place) => (place === at ? [] : tokens(other.text)))
        if (rest.filter(isContextTerm).length >= minContentWords) uses.rests.add(rest.join(' '))
        if (uses.rests.size < minRests) continue
        uses.isColumn = true
        reveal(uses)
      }
      revised.add(article)
      return [...revised].map((one) => ({ ...one, title: toHeadline(one, site) }))
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
