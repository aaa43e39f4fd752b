import { findCommunities } from '../narratives/communities.ts'
import { type ArticleWord, readArticleWords } from './article-words.ts'
import { createColumnTitles } from './column-titles.ts'
import { conceptOf, isAction } from './concepts.ts'
import { createNewsGraph, type NewsNode } from './news-graph.ts'
import { compareStories, type StoryChanges } from './compare-stories.ts'
import { joinCopies } from './join-copies.ts'
import { matchStories } from './match-stories.ts'
import { createTermSpread } from './term-spread.ts'
import { toNewsVector } from './news-vector.ts'
import { splitChains } from './split-chains.ts'

/** An article as it arrives. */
export interface NewsArticle {
  id: string
  publishedAt: string
  /** Who published it; null when nobody can say. */
  outlet: string | null
  title: string
  /** The beginning of its text; null when it has none. */
  lead: string | null
}

/** An article of which is known where it belongs, as a stream is told of when it begins. */
export interface PlacedArticle extends NewsArticle {
  storyId: string
}

/** How a stream decides; each was chosen on the tuning half of `npm run eval -- news`. */
export interface NewsStreamOptions {
  /** The id of a story that begins with an article. */
  nameStory: (articleId: string) => string
  /** Articles that lie further apart do not tell one story, unless others between them do. */
  windowDays: number
  /** How like two articles must be; more so by `gapPenalty` for each day between them, and by up to `shortPenalty` when they have few words. */
  leastLikeness: number
  shortPenalty: number
  gapPenalty: number
  nameWeight: number
  /** How fine stories are told apart. */
  resolution: number
  /** How like the articles of a small story must be on average. */
  leastMean: number
  /** How many times as much articles of one story weigh and hold together in the next step. */
  habitWeight: number
  habitStrength: number
  /** Articles after which stories are settled; those since are placed beside them, and anew with each that comes. */
  stepArticles: number
  /** What a small stream is taken for a part of. */
  leastTotal: number
}

export const newsStreamDefaults: NewsStreamOptions = {
  nameStory: (articleId) => articleId,
  windowDays: 5,
  leastLikeness: 0.1,
  shortPenalty: 0.6,
  gapPenalty: 0.01,
  nameWeight: 2.5,
  resolution: 2,
  leastMean: 0.4,
  leastTotal: 2_000,
  habitWeight: 2,
  habitStrength: 1.5,
  stepArticles: 100,
}

const dayMs = 86_400_000

/**
 * Sorts articles into stories while they arrive. Each is joined to the articles of the days around it that are most like it, by names, rare
 * words and concepts; the graph of those is cut into communities, and a community keeps the id of the story that most of its articles were of.
 * So stories grow, merge and split, and each of that is told. A story is named by its first article. Nothing is random, and stories go on from
 * those of the last whole step whatever the batches were in which articles came: the same articles in the same order give the same stories.
 */
export function createNewsStream(options: Partial<NewsStreamOptions> = {}) {
  const settings = { ...newsStreamDefaults, ...options }
  const spread = createTermSpread()
  const columns = createColumnTitles()
  const graph = createNewsGraph({ ...settings, windowMs: settings.windowDays * dayMs })
  /** Stories after the last whole step: what the next one goes on from. */
  let settled = new Map<string, string>()
  let sinceStep = 0
  /** As they were told last. */
  let told = new Map<string, string>()

  function include(article: NewsArticle): boolean {
    if (graph.has(article.id)) return false
    const revised = columns.note(article)
    const own = revised.find(({ id }) => id === article.id) ?? article
    const words = readArticleWords(own.title, own.lead)
    spread.count(words.keys())
    graph.add(article.id, toNode(article, words))
    for (const one of revised)
      if (one.id !== article.id) graph.replace(one.id, toNode(one, readArticleWords(one.title, one.lead)))
    return true
  }

  function toNode({ publishedAt }: NewsArticle, words: ReturnType<typeof readArticleWords>): NewsNode {
    return {
      at: Date.parse(publishedAt),
      headline: headlineOf(words),
      vector: toNewsVector(words, spread, settings.nameWeight),
      ...titleFacts(words, spread.numberOf),
    }
  }

  const wereTogether = (a: { id: string } | undefined, b: { id: string } | undefined): boolean => {
    const story = settled.get(a?.id ?? '')
    return story !== undefined && story === settled.get(b?.id ?? '')
  }

  /** What was one story holds together more than what never was: a new article should not turn an old story over. */
  function edgesWithHabit(nodes: readonly { id: string }[]): ReturnType<typeof graph.edges> {
    const { habitWeight, habitStrength } = settings
    return graph.edges().map((edge) => {
      if (!wereTogether(nodes[edge.a], nodes[edge.b])) return edge
      return { ...edge, weight: edge.weight * habitWeight, strength: edge.strength * habitStrength }
    })
  }

  function cut(): Map<string, string> {
    const nodes = graph.nodes()
    const edges = edgesWithHabit(nodes)
    const { resolution, leastTotal, leastMean, nameStory } = settings
    const groups = findCommunities({ size: nodes.length, edges, resolution, leastTotal })
    const pairs = graph.comparePairs()
    splitChains(groups, edges, {
      ...pairs,
      leastMean,
      strengthOf: (a, b) => pairs.strengthOf(a, b) * (wereTogether(nodes[a], nodes[b]) ? settings.habitStrength : 1),
    })
    joinCopies(groups, nodes, settings.windowDays * dayMs)
    return matchStories({ nodes, groups, storyOf: settled, nameStory })
  }

  return {
    /** Takes articles in and tells every article whose story is another one now, the new ones among them. */
    place(articles: readonly NewsArticle[]): StoryChanges {
      for (const article of articles) {
        if (!include(article)) continue
        sinceStep += 1
        if (sinceStep < settings.stepArticles) continue
        settled = cut()
        sinceStep = 0
      }
      const now = sinceStep === 0 ? settled : cut()
      const changes = compareStories(told, now)
      told = new Map(now)
      return changes
    },
    /** Takes in what was placed before, as a process does that begins anew. */
    restore(articles: readonly PlacedArticle[]): void {
      for (const article of articles) {
        include(article)
        settled.set(article.id, article.storyId)
        told.set(article.id, article.storyId)
      }
    },
    /** Forgets articles that nothing new can be like, so that memory stays bounded. */
    forget(before: Date): void {
      const beforeMs = before.getTime() - settings.windowDays * dayMs
      columns.forget(beforeMs)
      for (const id of graph.forget(beforeMs)) {
        settled.delete(id)
        told.delete(id)
      }
    },
    get size() {
      return graph.size
    },
  }
}

export type NewsStream = ReturnType<typeof createNewsStream>

/** Titles of fewer words are no sign that texts are copies. */
const leastHeadlineWords = 5

/** What copies of an article have in common, however their outlets write it: the words of its title. */
function headlineOf(words: ReadonlyMap<string, ArticleWord>): string | null {
  const inTitle = [...words].flatMap(([word, { inTitle: isInTitle }]) => (isInTitle ? [word] : []))
  return inTitle.length < leastHeadlineWords ? null : inTitle.toSorted().join(' ')
}

/** Numbers and names of a title, and all of its words: articles that differ in them tell of different things, however alike they are. */
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
    // a country is named in too many titles to tell one story
    else if (word.startsWith('@')) countries.add(term)
    else if (isTitleName) names.add(term)
  }
  return { names, countries, numbers, titleWords, titleOrder }
}
