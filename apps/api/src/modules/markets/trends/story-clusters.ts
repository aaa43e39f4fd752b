import { addDays, headlineTerms, momentum, formatDay, siteOf, tokens, toEstimate } from '@auspex/analytics'
import type { NewsCluster } from '@auspex/sdk/types'
import { createHeadlineCategories } from '../../library/index.ts'
import { toDocumentId } from '../../library/index.ts'
import type { StoryDocument } from '../../library/index.ts'
import { count, factor, plural, describeTellers } from './trend-words.ts'

/** A story cluster with the fields for filtering. */
export interface StoredStory {
  cluster: NewsCluster
  /** Ids of the categories of its headlines. */
  categories: string[]
  /** Countries of its documents. */
  countries: string[]
}

export interface StoriesInput {
  documents: readonly StoryDocument[]
  /** Last day of the window. */
  asOf: string
  /** How many headlines of the 28 days before the window contain each word and pair of words. */
  headlineCounts: ReadonlyMap<string, number>
  /** The library does not reach back 28 days before the window, so novelty is unknown. */
  isYoung: boolean
}

const shownTerms = 6
const shownOutlets = 20
const shownDocuments = 50
/** The score of a story halves after this many days without a new document. */
const halfLifeDays = 2
const dayMs = 86_400_000
const categorize = createHeadlineCategories()

/** Story clusters of the last days, ranked by the number of sites and by recency. */
export function rankStories({ documents, asOf, headlineCounts, isYoung }: StoriesInput): StoredStory[] {
  const stories = [...Map.groupBy(documents, ({ clusterId }) => clusterId)]
  const spread = countWords(stories.map(([, story]) => story))
  const end = Date.parse(`${asOf}T00:00:00Z`) + dayMs
  return stories
    .map(([clusterId, story]) => {
      const cluster = toCluster({ clusterId, story, asOf, headlineCounts, isYoung, spread, stories: stories.length })
      const age = Math.max(0, end - Date.parse(cluster.lastPublishedAt)) / dayMs
      const worth = (cluster.outletCount + Math.log(cluster.documents)) * 0.5 ** (age / halfLifeDays)
      return { clusterId, worth, cluster, story }
    })
    .toSorted((a, b) => b.worth - a.worth || (a.clusterId < b.clusterId ? -1 : 1))
    .map(({ cluster, story }) => ({
      cluster,
      categories: commonCategories(story.map(({ title }) => categorize(title))),
      countries: [...new Set(story.flatMap(({ country }) => (country === null ? [] : [country])))],
    }))
}

interface ClusterInput {
  asOf: StoriesInput['asOf']
  headlineCounts: StoriesInput['headlineCounts']
  isYoung: StoriesInput['isYoung']
  clusterId: string
  /** Newest first. */
  story: readonly StoryDocument[]
  /** Number of stories that contain each word. */
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
    // all of them carry the same text
    independentOutlets: 1,
    outletCount: bySite.length,
    outlets: bySite.slice(0, shownOutlets).map(([site]) => site),
    growth: 'unknown' in growthEstimate ? null : toEstimate(growthEstimate, { n: last + before, basis: 'count' }),
    novelty,
    toneMean: tones.length === 0 ? null : tones.reduce((sum, tone) => sum + tone, 0) / tones.length,
    firstPublishedAt: (oldest?.publishedAt ?? new Date(0)).toISOString(),
    lastPublishedAt: (story[0]?.publishedAt ?? new Date(0)).toISOString(),
    documentIds: story.slice(0, shownDocuments).map(({ id }) => toDocumentId(id)),
  }
  return { ...cluster, why: describeStory(cluster, { asOf, last, before }) }

  function rarity(word: string): number {
    return Math.log((stories + 1) / (spread.get(word) ?? 1))
  }
}

function describeStory(
  cluster: Omit<NewsCluster, 'why'>,
  { asOf, last, before }: { asOf: string; last: number; before: number },
): string {
  const { independentOutlets: tellers, outletCount: outlets, growth, novelty } = cluster
  // dated, because the last days of an archive may be long ago
  const documents = `${plural(cluster.documents, 'document')} of the seven days to ${formatDay(asOf)}`
  const tellersText = describeTellers({ tellers, outlets, documents })
  const growthText =
    growth === null
      ? 'none of them of the last two days'
      : `${count(last)} on the last day and ${count(before)} the day before${growth.low > 1 ? `, at least ${factor(growth.low)} times as many` : ''}`
  const words =
    novelty === null || novelty < 0.005
      ? ''
      : `; ${count(novelty * 100)}\u00A0% of its words were in no headline of the four weeks before`
  return `${tellersText}: ${growthText}${words}.`
}

/**
 * Minimum number of headlines with a topic, so that a search for it finds something; for names the limit is lower, because they are rarer than words.
 */
const minTopicHeadlines = 10
const minNameHeadlines = 3

/**
 * A search topic for a story: the most specific pair of words in its headline that is frequent enough, or such a name, or such a word; null when
 * there is none.
 */
function findTopic(title: string, headlineCounts: ReadonlyMap<string, number>): string | null {
  // The first word of a headline is always capitalized.
  const names = new Set(
    title
      .split(/\s+/)
      .slice(1)
      .filter((word) => /^\p{Lu}/u.test(word))
      .flatMap((word) => tokens(word)),
  )
  const frequentTerms = [...headlineTerms(title)]
    .map((term) => ({
      term,
      headlines: headlineCounts.get(term) ?? 0,
      isPair: term.includes(' '),
      isName: names.has(term),
    }))
    .filter(({ headlines, isName }) => headlines >= (isName ? minNameHeadlines : minTopicHeadlines))
    .toSorted((a, b) => a.headlines - b.headlines)
  return (
    (frequentTerms.find(({ isPair }) => isPair) ?? frequentTerms.find(({ isName }) => isName) ?? frequentTerms[0])
      ?.term ?? null
  )
}

/** Number of groups of headlines that contain each word. */
function countWords(groups: readonly (readonly StoryDocument[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const group of groups) {
    const words = new Set(group.flatMap(({ title }) => [...headlineTerms(title)].filter((term) => !term.includes(' '))))
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** The categories of at least half of the headlines. */
function commonCategories(categorySets: readonly ReadonlySet<string>[]): string[] {
  const all = new Set(categorySets.flatMap((ids) => [...ids]))
  return [...all].filter((id) => categorySets.filter((ids) => ids.has(id)).length * 2 >= categorySets.length)
}
