import { addDays, matchesQuery, momentum, parseQuery, type QueryNode, tokens, siteOf } from '@auspex/analytics'
import type { Category, NewsCluster } from '@auspex/sdk/types'
import { toDocumentId } from '../documents/index.ts'
import { toEstimate } from '../signals/index.ts'
import type { StoryDocument } from '../documents/index.ts'
import { headlineTerms } from './trend-candidates.ts'
import { count, factor, plural } from './trend-words.ts'

/** A story cluster with what it is found by. */
export interface StoredStory {
  cluster: NewsCluster
  /** Ids of the categories whose terms its headlines name. */
  categories: string[]
  /** Countries of its documents. */
  countries: string[]
}

export interface StoriesInput {
  documents: readonly StoryDocument[]
  /** Last day of the window. */
  asOf: string
  /** How many headlines of the 28 days before the window hold each word and pair of words. */
  headlineCounts: ReadonlyMap<string, number>
  /** The library does not reach back 28 days before the window, so nobody knows what is new. */
  isYoung: boolean
  categories: readonly Category[]
}

const shownTerms = 6
const shownOutlets = 20
const shownDocuments = 50
/** A story that nobody added to for so many days counts half. */
const halfLifeDays = 2
const dayMs = 86_400_000

/** Story clusters of the last days, the most worth reading first: told by many sites, and lately. */
export function rankStories({ documents, asOf, headlineCounts, isYoung, categories }: StoriesInput): StoredStory[] {
  const stories = [...Map.groupBy(documents, ({ clusterId }) => clusterId)]
  const spread = countWords(stories.map(([, story]) => story))
  const queries = categories.map(({ id, terms }) => ({ id, terms: terms.flatMap(readTerm) }))
  const end = Date.parse(`${asOf}T00:00:00Z`) + dayMs
  return stories
    .map(([clusterId, story]) => {
      const cluster = toCluster({ clusterId, story, asOf, headlineCounts, isYoung, spread, stories: stories.length })
      const age = Math.max(0, end - Date.parse(cluster.lastPublishedAt)) / dayMs
      const worth = (cluster.independentOutlets + Math.log(cluster.documents)) * 0.5 ** (age / halfLifeDays)
      return { clusterId, worth, cluster, story }
    })
    .toSorted((a, b) => b.worth - a.worth || (a.clusterId < b.clusterId ? -1 : 1))
    .map(({ cluster, story }) => ({
      cluster,
      categories: queries.filter(({ terms }) => isAbout(story, terms)).map(({ id }) => id),
      countries: [...new Set(story.flatMap(({ country }) => (country === null ? [] : [country])))],
    }))
}

interface ClusterInput extends Pick<StoriesInput, 'asOf' | 'headlineCounts' | 'isYoung'> {
  clusterId: string
  /** Newest first. */
  story: readonly StoryDocument[]
  /** In how many stories each word is. */
  spread: ReadonlyMap<string, number>
  stories: number
}

function toCluster({ clusterId, story, asOf, headlineCounts, isYoung, spread, stories }: ClusterInput): NewsCluster {
  const bySite = [...Map.groupBy(story, ({ outlet }) => siteOf(outlet))].toSorted(([, a], [, b]) => b.length - a.length)
  const words = [...countWords(story.map((document) => [document]))]
  const tones = story.flatMap(({ tone }) => (tone === null ? [] : [tone]))
  const last = story.filter(({ day }) => day === asOf).length
  const before = story.filter(({ day }) => day === addDays(asOf, -1)).length
  const novelty =
    isYoung || words.length === 0 ? null : words.filter(([word]) => !headlineCounts.has(word)).length / words.length
  const oldest = story.at(-1) ?? story[0]
  const growthEstimate = momentum({ counts: [before, last], windowDays: 1 })
  const cluster = {
    id: `nw_${BigInt(clusterId).toString(36)}`,
    title: oldest?.title ?? '',
    topic: findTopic(oldest?.title ?? '', headlineCounts),
    terms: words
      .toSorted(([a, n], [b, m]) => m * rarity(b) - n * rarity(a) || (a < b ? -1 : 1))
      .slice(0, shownTerms)
      .map(([word]) => word),
    documents: story.length,
    independentOutlets: bySite.length,
    outlets: bySite.slice(0, shownOutlets).map(([site]) => site),
    growth: 'unknown' in growthEstimate ? null : toEstimate(growthEstimate, { n: last + before, basis: 'count' }),
    novelty,
    toneMean: tones.length === 0 ? null : tones.reduce((sum, tone) => sum + tone, 0) / tones.length,
    firstPublishedAt: (oldest?.publishedAt ?? new Date(0)).toISOString(),
    lastPublishedAt: (story[0]?.publishedAt ?? new Date(0)).toISOString(),
    documentIds: story.slice(0, shownDocuments).map(({ id }) => toDocumentId(id)),
  }
  return { ...cluster, why: describeStory(cluster, { last, before }) }

  function rarity(word: string): number {
    return Math.log((stories + 1) / (spread.get(word) ?? 1))
  }
}

function describeStory(cluster: Omit<NewsCluster, 'why'>, { last, before }: { last: number; before: number }): string {
  const { independentOutlets: sites, documents, growth, novelty } = cluster
  const told = `${plural(sites, 'outlet')} ${sites === 1 ? 'tells' : 'tell'} it in ${plural(documents, 'document')} of the last seven days`
  const growthText =
    growth === null
      ? 'none of them of the last two days'
      : `${count(last)} on the last day and ${count(before)} the day before${growth.low > 1 ? `, at least ${factor(growth.low)} times as many` : ''}`
  const words =
    novelty === null || novelty < 0.005
      ? ''
      : `; ${count(novelty * 100)}\u00A0% of its words were in no headline of the four weeks before`
  return `${told}: ${growthText}${words}.`
}

/** So many headlines must say a topic that a search of it finds something; of a name fewer do, it is rarer than a word. */
const leastSaid = 10
const leastNamed = 3

/**
 * What to search for more of a story: the most particular pair of words of its headline that is said often enough, or such a
 * name, or such a word; null when there is none.
 */
function findTopic(title: string, headlineCounts: ReadonlyMap<string, number>): string | null {
  // The first word of a headline is capital whatever it is.
  const names = new Set(
    title
      .split(/\s+/)
      .slice(1)
      .filter((word) => /^\p{Lu}/u.test(word))
      .flatMap((word) => tokens(word)),
  )
  const known = [...headlineTerms(title)]
    .map((term) => ({
      term,
      headlines: headlineCounts.get(term) ?? 0,
      isPair: term.includes(' '),
      isName: names.has(term),
    }))
    .filter(({ headlines, isName }) => headlines >= (isName ? leastNamed : leastSaid))
    .toSorted((a, b) => a.headlines - b.headlines)
  return (known.find(({ isPair }) => isPair) ?? known.find(({ isName }) => isName) ?? known[0])?.term ?? null
}

/** In how many groups of headlines each word is. */
function countWords(groups: readonly (readonly Pick<StoryDocument, 'title'>[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const group of groups) {
    const words = new Set(group.flatMap(({ title }) => [...headlineTerms(title)].filter((term) => !term.includes(' '))))
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function readTerm(term: string): QueryNode[] {
  const read = parseQuery(term)
  return read.ok ? [read.query] : []
}

/** At least half of the headlines name a term. */
function isAbout(story: readonly StoryDocument[], terms: readonly QueryNode[]): boolean {
  const about = story.filter(({ title }) => terms.some((term) => matchesQuery(term, tokens(title), [])))
  return about.length * 2 >= story.length
}
