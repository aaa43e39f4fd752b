import { siteOf } from '../clusters/site-of.ts'
import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'
import type { NewsArticle } from './news-stream.ts'
import { partsOf } from './outlet-name.ts'

/** Where an outlet printed a title, or a part of one. */
interface Uses {
  articles: NewsArticle[]
  /** What stood beside it. */
  rests: Set<string>
  isColumn: boolean
}

/** A part of titles beside so many other headlines belongs to none of them. */
const leastRests = 3
/** Fewer words that say something are no headline. */
const leastTelling = 3
/** Two texts of which fewer of the shorter one's words are in the other are not one text that was revised. */
const leastCommon = 0.5
/** With how many earlier texts of its title a text is compared, the latest: one outlet may print thousands of copies. */
const mostCompared = 10
/** Fewer words tell nothing of what a text is. */
const leastWords = 8

/**
 * What one outlet prints above texts that differ: the title of a column ("World news in brief", "Latest articles"), or a part of titles beside
 * other headlines ("… - Western Web"). It says where a text stands, not what it tells. Where no text is known, a title that is printed again is
 * a column's when too few of its words say something.
 */
export function createColumnTitles() {
  const titles = new Map<string, Uses>()
  const parts = new Map<string, Uses>()

  /** A title without what is known for a column's. */
  function toHeadline(article: NewsArticle, site: string): string {
    if (titles.get(keyOf(site, article.title))?.isColumn === true) return ''
    const all = partsOf(article.title)
    const kept = all.filter(({ text }) => parts.get(keyOf(site, text))?.isColumn !== true)
    return kept.length === all.length ? article.title : kept.map(({ text }) => text).join(' - ')
  }

  return {
    /** Takes an article in; gives those that have to be read with another title since then, with that title. */
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
        !whole.isColumn && whole.articles.slice(-mostCompared).some((other) => areOtherTexts(other, article, site))
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
        if (rest.filter(isContextTerm).length >= leastTelling) uses.rests.add(rest.join(' '))
        if (uses.rests.size < leastRests) continue
        uses.isColumn = true
        reveal(uses)
      }
      revised.add(article)
      return [...revised].map((one) => ({ ...one, title: toHeadline(one, site) }))
    },
    /** Forgets articles of before an instant. */
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
  // what an outlet is called is no headline either
  if (a === null || b === null)
    return tokens(other.title).filter((word) => isContextTerm(word) && !site.includes(word)).length < leastTelling
  const common = [...a].filter((word) => b.has(word)).length
  return common < Math.min(a.size, b.size) * leastCommon
}

const wordsOfArticles = new WeakMap<NewsArticle, ReadonlySet<string>>()

/** The words of a text, read once although it is compared with several others; null when they are too few. */
function wordsOf(article: NewsArticle): ReadonlySet<string> | null {
  const words = wordsOfArticles.get(article) ?? new Set(article.lead === null ? [] : tokens(article.lead))
  wordsOfArticles.set(article, words)
  return words.size < leastWords ? null : words
}
