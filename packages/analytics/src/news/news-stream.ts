import { findCommunities } from '../narratives/find-communities.ts'
import { type ArticleWord, conceptOf, isAction, type NewsArticle, readArticleWords } from './article-words.ts'
import { createBoilerplateFilter } from './boilerplate-titles.ts'
import { NewsGraph, type NewsNode } from './news-graph.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { editionOf, readTitle } from './compare-events.ts'
import { compareStories, matchStories, type StoryChanges } from './match-stories.ts'
import { createTermSpread, toNewsVector } from './news-vector.ts'
import { splitChains } from './split-chains.ts'

/** An article whose story is already known, for restoring a stream. */
export interface PlacedArticle extends NewsArticle {
  storyId: string
}

/** Parameters of a stream; each was chosen on the tuning half of `npm run eval -- news`. */
export interface NewsStreamOptions {
  /** The id of a story that begins with an article. */
  nameStory: (articleId: string) => string
  /** Articles further apart than this do not share a story, unless others connect them. */
  windowDays: number
  /**
   * Minimum similarity of two articles, increased by `gapPenalty` for each day between them, and by up to `shortPenalty` when they have few words.
   */
  minLikeness: number
  shortPenalty: number
  gapPenalty: number
  nameWeight: number
  /** How finely stories are distinguished. */
  resolution: number
  /** Minimum mean similarity of the articles of a small story. */
  minMean: number
  /** Factor for the weight and strength between articles of one story in the next step. */
  habitWeight: number
  habitStrength: number
  /** Number of articles after which stories are settled; newer ones are placed beside them, and placed again with each arrival. */
  stepArticles: number
  /** A small stream is treated as part of one with this total weight. */
  minTotal: number
  /** What words mean, by language. Articles of other languages are compared by their words alone. */
  readers: ReadonlyMap<string, WordReader>
}

export const newsStreamDefaults: NewsStreamOptions = {
  nameStory: (articleId) => articleId,
  windowDays: 5,
  minLikeness: 0.1,
  shortPenalty: 0.6,
  gapPenalty: 0.01,
  nameWeight: 2.5,
  resolution: 2,
  minMean: 0.4,
  minTotal: 2_000,
  habitWeight: 2,
  habitStrength: 1.5,
  stepArticles: 100,
  readers: new Map(),
}

const dayMs = 86_400_000

/**
 * Groups articles into stories as they arrive. Each is joined to the most similar articles of the surrounding days, by names, rare words and
 * concepts; the graph of those is cut into communities, and a community keeps the id of the story that most of its articles belonged to. So stories
 * grow, merge and split, and every change is returned. A story is named after its first article. Nothing is random, and stories continue from those
 * of the last whole step, however the articles are batched: the same articles in the same order give the same stories.
 */
export function createNewsStream(options: Partial<NewsStreamOptions> = {}) {
  const settings = { ...newsStreamDefaults, ...options }
  const spread = createTermSpread()
  const boilerplate = createBoilerplateFilter()
  const graph = new NewsGraph({
    ...settings,
    windowMs: settings.windowDays * dayMs,
    rarity: (term) => spread.rarity(term),
  })
  /** Stories after the last whole step: the starting point of the next one. */
  let settled = new Map<string, string>()
  let sinceStep = 0
  /** As last returned. */
  let lastStories = new Map<string, string>()

  function include(article: NewsArticle): boolean {
    if (graph.has(article.id)) return false
    const revised = boilerplate.add(article)
    const current = revised.find(({ id }) => id === article.id) ?? article
    const words = readArticleWords(current.title, current.lead)
    spread.count(words.keys())
    graph.add(article.id, toNode(article, words))
    for (const other of revised)
      if (other.id !== article.id) graph.replace(other.id, toNode(other, readArticleWords(other.title, other.lead)))
    return true
  }

  function toNode(
    { title, publishedAt, language = null }: NewsArticle,
    words: ReturnType<typeof readArticleWords>,
  ): NewsNode {
    const reader = language === null ? null : (settings.readers.get(language) ?? null)
    const edition = editionOf(title)
    return {
      publishedMs: Date.parse(publishedAt),
      headline: headlineOf(words, edition),
      read: reader === null ? null : readTitle(title, publishedAt, reader),
      edition,
      vector: toNewsVector(words, spread, settings.nameWeight),
      ...titleFacts(words, spread.numberOf),
    }
  }

  const wereTogether = (a: { id: string } | undefined, b: { id: string } | undefined): boolean => {
    const story = settled.get(a?.id ?? '')
    return story !== undefined && story === settled.get(b?.id ?? '')
  }

  function groupStories(): Map<string, string> {
    const nodes = graph.nodes()
    const edges = graph
      .edges()
      .map((edge) => (wereTogether(nodes[edge.a], nodes[edge.b]) ? strengthen(edge, settings) : edge))
    const groups = findCommunities({ size: nodes.length, edges, ...settings })
    const pairs = graph.comparePairs()
    splitChains(groups, edges, {
      ...pairs,
      minMean: settings.minMean,
      strengthOf: (a, b) => pairs.strengthOf(a, b) * (wereTogether(nodes[a], nodes[b]) ? settings.habitStrength : 1),
    })
    joinCopies(groups, nodes, settings.windowDays * dayMs)
    return matchStories({ nodes, groups, storyOf: settled, nameStory: settings.nameStory })
  }

  return {
    /** Adds articles and returns every article whose story has changed, including new ones. */
    place(articles: readonly NewsArticle[]): StoryChanges {
      for (const article of articles) {
        if (!include(article)) continue
        sinceStep += 1
        if (sinceStep < settings.stepArticles) continue
        settled = groupStories()
        sinceStep = 0
      }
      const now = sinceStep === 0 ? settled : groupStories()
      const changes = compareStories(lastStories, now)
      lastStories = new Map(now)
      return changes
    },
    /** Adds articles that were placed before, for a process that restarts. */
    restore(articles: readonly PlacedArticle[]): void {
      for (const article of articles) {
        include(article)
        settled.set(article.id, article.storyId)
        lastStories.set(article.id, article.storyId)
      }
    },
    /** Forgets articles that nothing new can resemble, so that memory stays bounded. */
    forget(before: Date): void {
      const beforeMs = before.getTime() - settings.windowDays * dayMs
      boilerplate.forget(beforeMs)
      for (const id of graph.forget(beforeMs)) {
        settled.delete(id)
        lastStories.delete(id)
      }
    },
    get size(): number {
      return graph.size
    },
  }
}

export type NewsStream = ReturnType<typeof createNewsStream>

/** Titles with fewer words do not identify copies. */
const minHeadlineWords = 5

/** What copies of an article have in common, however their outlets write it: the words of its title, with what tells its edition from the next. */
function headlineOf(words: ReadonlyMap<string, ArticleWord>, edition: ReadonlySet<string>): string | null {
  const inTitle = [...words].flatMap(([word, { inTitle: isInTitle }]) => (isInTitle ? [word] : []))
  return inTitle.length < minHeadlineWords ? null : [...new Set([...inTitle, ...edition])].toSorted().join(' ')
}

/** Numbers, names and words of a title: articles that differ in them report different things, however similar they are. */
function titleFacts(
  words: ReadonlyMap<string, ArticleWord>,
  numberOf: (word: string) => number,
): Pick<NewsNode, 'names' | 'countries' | 'numbers' | 'titleWords' | 'titleOrder'> {
  const names = new Set<number>()
  const countries = new Set<number>()
  const numbers = new Set<number>()
  const titleWords = new Set<number>()
  const titleOrder: NewsNode['titleOrder'][number][] = []
  for (const [word, { isTitleName, inTitle, isPlace }] of words) {
    if (!inTitle) continue
    const term = numberOf(word)
    titleWords.add(term)
    const concept = conceptOf(word) ?? word
    titleOrder.push({ word: term, concept: numberOf(concept), isPlace, isAction: isAction(concept) })
    if (/^\d+$/.test(word)) numbers.add(term)
    // a country is named in too many titles to identify a story
    else if (word.startsWith('@')) countries.add(term)
    else if (isTitleName) names.add(term)
  }
  return { names, countries, numbers, titleWords, titleOrder }
}

/**
 * Puts articles with the same headline into one group, that of the majority: each of hundreds of copies has its nearest neighbours among a few, and a
 * graph of those would be cut into several groups. Articles further apart than the window count as published again. Changes the groups in place.
 */
export function joinCopies(
  groups: Uint32Array,
  nodes: readonly { publishedMs: number; headline: string | null }[],
  windowMs: number,
): void {
  const copies = Map.groupBy(nodes.keys(), (node) => nodes[node]?.headline ?? null)
  for (const [headline, of] of copies) {
    if (headline === null || of.length < 2) continue
    const inOrder = of.toSorted((a, b) => (nodes[a]?.publishedMs ?? 0) - (nodes[b]?.publishedMs ?? 0))
    let run: number[] = []
    for (const node of inOrder) {
      const before = run.at(-1)
      if (before !== undefined && (nodes[node]?.publishedMs ?? 0) - (nodes[before]?.publishedMs ?? 0) > windowMs) {
        joinRun(groups, run)
        run = []
      }
      run.push(node)
    }
    joinRun(groups, run)
  }
}

function joinRun(groups: Uint32Array, run: readonly number[]): void {
  const counts = new Map<number, number>()
  for (const node of run) counts.set(groups[node] ?? 0, (counts.get(groups[node] ?? 0) ?? 0) + 1)
  if (counts.size < 2) return
  const [[group] = [0]] = [...counts].toSorted(([one, a], [other, b]) => b - a || one - other)
  for (const node of run) groups[node] = group
}

/** Articles of an existing story are held together more strongly than others: a new article should not overturn an old story. */
function strengthen<Link extends { weight: number; strength: number }>(
  link: Link,
  { habitWeight, habitStrength }: Pick<NewsStreamOptions, 'habitWeight' | 'habitStrength'>,
): Link {
  return { ...link, weight: link.weight * habitWeight, strength: link.strength * habitStrength }
}
