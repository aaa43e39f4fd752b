import { readArticleWords } from './article-words.ts'
import { createTermSpread, type TermSpread } from './term-spread.ts'
import { addVector, cosine, type NewsVector, toNewsVector } from './news-vector.ts'

/** An article as it arrives. */
export interface NewsArticle {
  id: string
  publishedAt: string
  title: string
  /** The beginning of its text; null when it has none. */
  lead: string | null
}

/** An article of which is known where it belongs, as a stream is told of when it begins. */
export interface PlacedArticle extends NewsArticle {
  storyId: string
}

/** Where an article belongs, and what else that changed. */
export interface NewsPlacement {
  id: string
  storyId: string
  /** Whether the story began with it. */
  isNew: boolean
  /** Articles of the story with this one. */
  size: number
  /** Stories that turned out to be this one. */
  joined: { storyId: string; why: string[] }[]
  /** What it has in common with its story, strongest first. */
  bonds: string[]
}

/** How a stream decides; each was chosen on the tuning half of `npm run eval -- news`. */
export interface NewsStreamOptions {
  /** The id of a story that begins with an article. */
  nameStory: (articleId: string) => string
  /** How like an article and a story must be. */
  threshold: number
  /** How like two stories must be that one article belongs to. */
  joinThreshold: number
  /** A story that nobody told of for so many days is over. */
  windowDays: number
  /** How much more like they must be for each day between them. */
  gapPenalty: number
  nameWeight: number
  /** How much the likeness to the nearest article counts beside that to the whole story. */
  nearestWeight: number
}

export const newsStreamDefaults: NewsStreamOptions = {
  nameStory: (articleId) => articleId,
  threshold: 0.3,
  joinThreshold: 0.45,
  windowDays: 5,
  gapPenalty: 0.02,
  nameWeight: 1.5,
  nearestWeight: 0.5,
}

interface Story {
  id: string
  /** Sum of its articles' vectors. */
  centre: Map<number, number>
  /** Its newest articles. */
  recent: NewsVector[]
  size: number
  lastMs: number
}

const dayMs = 86_400_000
/** Articles of a story that a new one is compared with. */
const recentArticles = 16
/** The terms of an article by which stories are looked for: its heaviest. */
const soughtTerms = 12
/** A term of more stories than this finds too many. */
const mostStoriesOfTerm = 400

/**
 * Sorts articles into stories while they arrive, each in about the time it takes to read it. An article joins the story that it is most like,
 * by names, rare words and concepts, if it is like enough for the days between them; else it begins one. A story is named by its first
 * article. Nothing is random, so the same articles in the same order give the same stories.
 */
export function createNewsStream(options: Partial<NewsStreamOptions> = {}) {
  const settings = { ...newsStreamDefaults, ...options }
  const spread = createTermSpread()
  const stories = new Map<string, Story>()
  const storiesOf = new Map<number, Set<string>>()

  function add(article: NewsArticle): NewsPlacement {
    const at = Date.parse(article.publishedAt)
    const vector = read(article)
    const candidates = rank(vector, at)
    const best = candidates[0]
    if (best === undefined || best.likeness < best.needed) {
      const story = begin(settings.nameStory(article.id))
      include(story, vector, at)
      return { id: article.id, storyId: story.id, isNew: true, size: 1, joined: [], bonds: [] }
    }
    const bonds = explain(vector, best.story)
    const joined = candidates
      .slice(1)
      .filter(({ story, likeness, needed }) => likeness >= needed && isSame(best.story, story))
      .map(({ story }) => ({ storyId: story.id, why: explainStories(best.story, story), story }))
    // the larger, then the older, keeps its name
    const all = [best.story, ...joined.map(({ story }) => story)]
    const kept = all.reduce((keeper, one) => (one.size > keeper.size ? one : keeper))
    const gone = all.filter((one) => one !== kept)
    for (const one of gone) absorb(kept, one)
    include(kept, vector, at)
    return {
      id: article.id,
      storyId: kept.id,
      isNew: false,
      size: kept.size,
      joined: gone.map((one) => ({
        storyId: one.id,
        why: joined.find(({ story }) => story === one)?.why ?? joined[0]?.why ?? [],
      })),
      bonds,
    }
  }

  function read({ title, lead }: Pick<NewsArticle, 'title' | 'lead'>): NewsVector {
    const words = readArticleWords(title, lead)
    spread.count(words.keys())
    return toNewsVector(words, spread, settings.nameWeight)
  }

  /** Stories that share a telling term with the article, the most like first. */
  function rank(vector: NewsVector, at: number): { story: Story; likeness: number; needed: number }[] {
    const ids = new Set<string>()
    for (const term of vector.heaviest.slice(0, soughtTerms)) {
      const found = storiesOf.get(term)
      if (found === undefined || found.size > mostStoriesOfTerm) continue
      for (const id of found) ids.add(id)
    }
    const ranked: { story: Story; likeness: number; needed: number }[] = []
    for (const id of ids) {
      const story = stories.get(id)
      if (story === undefined) continue
      const days = Math.abs(at - story.lastMs) / dayMs
      if (days > settings.windowDays) continue
      const likeness = likenessTo(vector, story)
      ranked.push({ story, likeness, needed: settings.threshold + settings.gapPenalty * days })
    }
    return ranked.sort((a, b) => b.likeness - a.likeness || (a.story.id < b.story.id ? -1 : 1))
  }

  function likenessTo(vector: NewsVector, story: Story): number {
    let nearest = 0
    for (const other of story.recent) nearest = Math.max(nearest, cosine(vector, other.weights))
    const whole = cosine(vector, story.centre) / lengthOf(story.centre)
    return settings.nearestWeight * nearest + (1 - settings.nearestWeight) * whole
  }

  function isSame(one: Story, other: Story): boolean {
    const product = [...one.centre].reduce((sum, [term, weight]) => sum + weight * (other.centre.get(term) ?? 0), 0)
    return product / (lengthOf(one.centre) * lengthOf(other.centre)) >= settings.joinThreshold
  }

  function begin(id: string): Story {
    const story: Story = { id, centre: new Map(), recent: [], size: 0, lastMs: -Infinity }
    stories.set(id, story)
    return story
  }

  function include(story: Story, vector: NewsVector, at: number): void {
    addVector(story.centre, vector)
    story.recent.push(vector)
    if (story.recent.length > recentArticles) story.recent.shift()
    story.size += 1
    story.lastMs = Math.max(story.lastMs, at)
    for (const term of vector.heaviest) {
      const known = storiesOf.get(term)
      if (known === undefined) storiesOf.set(term, new Set([story.id]))
      else known.add(story.id)
    }
  }

  function absorb(kept: Story, gone: Story): void {
    for (const [term, weight] of gone.centre) kept.centre.set(term, (kept.centre.get(term) ?? 0) + weight)
    kept.recent = [...kept.recent, ...gone.recent].slice(-recentArticles)
    kept.size += gone.size
    kept.lastMs = Math.max(kept.lastMs, gone.lastMs)
    stories.delete(gone.id)
    for (const term of gone.centre.keys()) {
      const known = storiesOf.get(term)
      if (known?.delete(gone.id)) known.add(kept.id)
    }
  }

  function explain(vector: NewsVector, story: Story): string[] {
    const length = lengthOf(story.centre)
    return strongest(
      [...vector.weights].map(([term, weight]) => [term, (weight * (story.centre.get(term) ?? 0)) / length]),
    )
  }

  function explainStories(one: Story, other: Story): string[] {
    return strongest([...one.centre].map(([term, weight]) => [term, weight * (other.centre.get(term) ?? 0)]))
  }

  function strongest(terms: [term: number, weight: number][]): string[] {
    return terms
      .filter(([term, weight]) => weight > 0 && !spread.wordOf(term).startsWith('='))
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 5)
      .map(([term]) => spread.wordOf(term))
  }

  return {
    add,
    /** Takes in what was placed before, as a process does that begins anew. */
    restore(article: PlacedArticle): void {
      const story = stories.get(article.storyId) ?? begin(article.storyId)
      include(story, read(article), Date.parse(article.publishedAt))
    },
    /** Forgets stories that were over at an instant, so that memory stays bounded. */
    forget(before: Date): void {
      const limit = before.getTime() - settings.windowDays * dayMs
      for (const [id, story] of stories) {
        if (story.lastMs >= limit) continue
        stories.delete(id)
        for (const term of story.centre.keys()) {
          const known = storiesOf.get(term)
          if (known?.delete(id) && known.size === 0) storiesOf.delete(term)
        }
      }
    },
    get size() {
      return stories.size
    },
  }
}

export type NewsStream = ReturnType<typeof createNewsStream>
export type { TermSpread }

function lengthOf(centre: ReadonlyMap<number, number>): number {
  let squares = 0
  for (const weight of centre.values()) squares += weight * weight
  return Math.sqrt(squares) || 1
}
