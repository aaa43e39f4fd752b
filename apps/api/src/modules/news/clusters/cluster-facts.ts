import { centralHeadline, countTellers, summarize, tokens, siteOf } from '@auspex/analytics'
import type { NewsCountry } from '@auspex/sdk/types'
import type { ArticleText, DocumentId } from '../../library/index.ts'

/** What lists show of a story, computed when the story last changed. */
export interface ClusterFacts {
  title: string
  brief: string[]
  /** The document of each sentence of the brief. */
  briefSources: DocumentId[]
  terms: string[]
  tellings: number
  /** Outlets with their own text; absent for stories counted before copies were treated as one teller. */
  tellers?: number
  outlets: string[]
  countries: NewsCountry[]
  toneMean: number | null
  /** Newest first, at most 50. */
  documentIds: DocumentId[]
}

/** The strongest terms, which are enough to tell stories apart in a list. */
const shownTerms = 6
// The contract's limits for the lists of a story.
const shownOutlets = 20
const shownCountries = 50
const shownDocuments = 50
/** The length of a brief. */
const briefSentences = 3
/** Number of titles that are compared to find the central one. */
const comparedTitles = 60

/** Computes a story's facts from its articles, in any order; at least one. */
export function toClusterFacts(
  articles: readonly ArticleText[],
  terms: readonly string[],
): { facts: ClusterFacts; outlets: number } {
  const newest = articles.toSorted(byNewest)
  const sites = countOf(articles, ({ outlet }) => siteOf(outlet))
  const tones = articles.flatMap(({ tone }) => (tone === null ? [] : [tone]))
  const brief = articles.length === 1 ? [] : writeBrief(newest)
  return {
    outlets: sites.length,
    facts: {
      title: findTitle(newest),
      brief: brief.map(({ text }) => text.slice(0, 600)),
      briefSources: brief.flatMap(({ documentIds }) => documentIds[0] ?? []),
      terms: terms.slice(0, shownTerms).map((term) => term.slice(0, 200)),
      tellings: new Set(articles.map(({ telling }) => telling)).size,
      tellers: tellersOf(articles),
      outlets: sites.slice(0, shownOutlets).map(([site]) => site.slice(0, 300)),
      countries: countOf(
        articles.filter(({ country }) => country !== null),
        ({ country }) => country ?? '',
      )
        .slice(0, shownCountries)
        .map(([country, documents]) => ({ country, documents })),
      toneMean: tones.length === 0 ? null : tones.reduce((sum, tone) => sum + tone, 0) / tones.length,
      documentIds: newest.slice(0, shownDocuments).map(({ documentId }) => documentId),
    },
  }
}

/** Outlets with their own text: copies count as one teller. */
export function tellersOf(articles: readonly ArticleText[]): number {
  return countTellers(
    articles.map(({ telling, outlet, publishedAt, isDatedByDay }) => ({
      text: telling,
      outlet,
      publishedAt,
      isDatedByDay,
    })),
  )
}

/** The title that has the most in common with all others and is the headline of a single story; the oldest if there is none. */
function findTitle(newest: readonly ArticleText[]): string {
  const oldest = newest.at(-1)?.title ?? ''
  const titles = newest.slice(-comparedTitles).filter(({ title }) => title !== '')
  const words = titles.map(({ title }) => new Set(tokens(title)))
  const central = titles
    .map(({ title }, at) => ({
      title,
      common: words.reduce((sum, other, index) => sum + (index === at ? 0 : overlap(words[at], other)), 0),
    }))
    .toSorted((a, b) => b.common - a.common)
    .map(({ title }) => title)
  return (centralHeadline(central) ?? central[0] ?? oldest).slice(0, 4_000)
}

function overlap(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length
  return common === 0 ? 0 : common / (a.size + b.size - common)
}

function writeBrief(newest: readonly ArticleText[]) {
  return summarize({
    documents: newest.map(({ documentId, telling, title, lead, publishedAt, tone }) => ({
      id: documentId,
      title,
      body: lead,
      publishedAt,
      tone,
      clusterId: telling,
    })),
    maxSentences: briefSentences,
    query: null,
    topic: null,
  })
}

/** Number of occurrences by name, descending; ties by name. */
function countOf<T>(items: readonly T[], nameOf: (item: T) => string): [string, number][] {
  return [...Map.groupBy(items, nameOf)]
    .map(([name, group]): [string, number] => [name, group.length])
    .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
}

function byNewest(a: ArticleText, b: ArticleText): number {
  if (a.publishedAt !== b.publishedAt) return a.publishedAt > b.publishedAt ? -1 : 1
  return a.documentId < b.documentId ? -1 : 1
}
