import { siteOf } from '../clusters/canonical-url.ts'
import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'
import type { NewsArticle } from './article-words.ts'
import { partsOf } from './trim-outlet-name.ts'

/** The articles of one outlet that have the same title, or the same part of a title. */
interface TitleUse {
  articles: NewsArticle[]
  /** The other parts of their titles. */
  contexts: Set<string>
  isBoilerplate: boolean
}

/** A part that stands beside this many different headlines is boilerplate. */
const minContexts = 3
/** A title with fewer content words is not a headline. */
const minContentWords = 3
/** Two texts that share less than this fraction of the shorter one's words are different texts, not revisions of one. */
const minSharedWords = 0.5
/** How many earlier texts with the same title a text is compared with, the latest ones: one outlet may print thousands of copies. */
const maxComparedTexts = 10
/** A text with fewer words is too short to compare. */
const minTextWords = 8

/**
 * Finds the boilerplate in one outlet's titles: the title of a column that is repeated above different texts ("World news in brief", "Latest
 * articles"), or a part that is repeated beside different headlines ("… - Western Web"). It says where a text was printed, not what it is about. If
 * the texts are unknown, a repeated title is boilerplate when too few of its words have content.
 */
export function createBoilerplateFilter() {
  const titles = new Map<string, TitleUse>()
  const parts = new Map<string, TitleUse>()

  /** The title without boilerplate; empty if it is nothing else. */
  function toHeadline(article: NewsArticle, site: string): string {
    if (titles.get(keyOf(site, article.title))?.isBoilerplate === true) return ''
    const all = partsOf(article.title)
    const headlineParts = all.filter(({ text }) => parts.get(keyOf(site, text))?.isBoilerplate !== true)
    return headlineParts.length === all.length ? article.title : headlineParts.map(({ text }) => text).join(' - ')
  }

  return {
    /** Adds an article; returns the articles whose title has changed as a result, with the new title. */
    add(article: NewsArticle): NewsArticle[] {
      const { outlet, title } = article
      if (outlet === null || tokens(title).length === 0) return []
      const site = siteOf(outlet)
      const revised = new Set<NewsArticle>()
      const markAsBoilerplate = (use: TitleUse) => {
        use.isBoilerplate = true
        for (const earlier of use.articles) revised.add(earlier)
      }
      const titleUse = getUse(titles, keyOf(site, title))
      const hasNewText =
        !titleUse.isBoilerplate &&
        titleUse.articles.slice(-maxComparedTexts).some((earlier) => areDifferentTexts(earlier, article, site))
      titleUse.articles.push(article)
      if (hasNewText) markAsBoilerplate(titleUse)
      const titleParts = partsOf(title)
      for (const [index, { text }] of titleParts.entries()) {
        const partUse = getUse(parts, keyOf(site, text))
        partUse.articles.push(article)
        if (partUse.isBoilerplate) continue
        const otherWords = titleParts.flatMap((part, at) => (at === index ? [] : tokens(part.text)))
        if (otherWords.filter(isContextTerm).length >= minContentWords) partUse.contexts.add(otherWords.join(' '))
        if (partUse.contexts.size >= minContexts) markAsBoilerplate(partUse)
      }
      revised.add(article)
      return [...revised].map((revisedArticle) => ({ ...revisedArticle, title: toHeadline(revisedArticle, site) }))
    },
    /** Forgets articles older than an instant. */
    forget(beforeMs: number): void {
      for (const uses of [titles, parts])
        for (const [key, use] of uses) {
          use.articles = use.articles.filter(({ publishedAt }) => Date.parse(publishedAt) >= beforeMs)
          if (use.articles.length === 0) uses.delete(key)
        }
    },
  }
}

function getUse(uses: Map<string, TitleUse>, key: string): TitleUse {
  const use = uses.get(key) ?? { articles: [], contexts: new Set(), isBoilerplate: false }
  uses.set(key, use)
  return use
}

function keyOf(site: string, text: string): string {
  return [site, ...tokens(text)].join(' ')
}

/** Whether two articles with the same title have different texts. If a text is unknown or short, the title decides: a headline has one text. */
function areDifferentTexts(one: NewsArticle, other: NewsArticle, site: string): boolean {
  const [a, b] = [textWords(one), textWords(other)]
  // the outlet's own name in a title is not content
  if (a === null || b === null)
    return tokens(other.title).filter((word) => isContextTerm(word) && !site.includes(word)).length < minContentWords
  const shared = [...a].filter((word) => b.has(word)).length
  return shared < Math.min(a.size, b.size) * minSharedWords
}

const cachedWords = new WeakMap<NewsArticle, ReadonlySet<string>>()

/** The words of an article's text, cached because it is compared with several others; null when there are too few. */
function textWords(article: NewsArticle): ReadonlySet<string> | null {
  const words = cachedWords.get(article) ?? new Set(article.lead === null ? [] : tokens(article.lead))
  cachedWords.set(article, words)
  return words.size < minTextWords ? null : words
}
