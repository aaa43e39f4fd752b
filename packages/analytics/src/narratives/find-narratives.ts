import {
  type BackgroundShare,
  findCommunities,
  neighbourGraph,
  type StoryVector,
  toStoryVectors,
} from './neighbour-graph.ts'
import { tokens } from '../text/tokenize.ts'
import { type Interval, wilsonInterval } from '../series/interval.ts'
import { centralHeadline, labelNarratives } from './label-narratives.ts'
import { daysBetween } from '../series/daily-series.ts'
import { isContextTerm } from '../contexts/context-terms.ts'

/** The resolution of the communities: how finely stories are distinguished; chosen on other data than the reported figures (measures.md). */
const storyResolution = 2

/** The texts of one story by their index in the input, most central first. */
export interface StoryGroup {
  members: number[]
  /** Mean cosine of its members to its centre, in [0, 1]: near 1 they say the same thing. */
  cohesion: number
  /** Mean cosine of its pairs of members, in [0, 1], independent of its size; 1 for one text. */
  coherence: number
}

/**
 * Groups texts (their folded words) into stories: a graph of shared nearest neighbours over TF-IDF cosines, cut into communities by modularity, which
 * also determines how many there are. Largest first; a text that resembles no other is a group of one. The same texts in the same order give the same
 * groups. About 25 ms for 500 short texts.
 */
export function clusterStories(
  texts: readonly (readonly string[])[],
  { backgroundShare }: { backgroundShare?: BackgroundShare } = {},
): StoryGroup[] {
  const { vectors, terms } = toStoryVectors(texts, backgroundShare)
  const groups = findCommunities({
    size: texts.length,
    edges: neighbourGraph(vectors, terms),
    resolution: storyResolution,
  })
  const byGroup = new Map<number, number[]>()
  groups.forEach((group, text) => {
    const members = byGroup.get(group)
    if (members === undefined) byGroup.set(group, [text])
    else members.push(text)
  })
  return [...byGroup.values()]
    .map((members) => toStoryGroup(members, vectors))
    .toSorted((a, b) => b.members.length - a.members.length || lowest(a) - lowest(b))
}

function toStoryGroup(members: readonly number[], vectors: readonly StoryVector[]): StoryGroup {
  const centre = new Map<number, number>()
  for (const member of members)
    eachTerm(vectors[member], (term, weight) => centre.set(term, (centre.get(term) ?? 0) + weight))
  const length = Math.hypot(...centre.values())
  const likeness = new Map<number, number>()
  for (const member of members) {
    let product = 0
    eachTerm(vectors[member], (term, weight) => (product += weight * (centre.get(term) ?? 0)))
    likeness.set(member, length === 0 ? 0 : product / length)
  }
  const like = (member: number) => likeness.get(member) ?? 0
  const size = members.length
  return {
    members: members.toSorted((a, b) => like(b) - like(a) || a - b),
    cohesion: Math.min(1, members.reduce((sum, member) => sum + like(member), 0) / size),
    // the squared sum of unit vectors is the sum of all their products, including each with itself
    coherence: size === 1 ? 1 : Math.min(1, Math.max(0, (length * length - size) / (size * (size - 1)))),
  }
}

function eachTerm(vector: StoryVector | undefined, visit: (term: number, weight: number) => void): void {
  if (vector === undefined) return
  for (let index = 0; index < vector.terms.length; index++) visit(vector.terms[index] ?? 0, vector.weights[index] ?? 0)
}

function lowest({ members }: StoryGroup): number {
  return members.reduce((low, member) => Math.min(low, member), Infinity)
}

/** A word is boilerplate of an outlet when at least this share of its titles contain it, */
const minShareOfOutlet = 2 / 3

/** and at least this share of all titles with the word are its own. */
const minOutletShare = 0.8

/** With fewer titles, no pattern can be recognised. */
const minTitles = 5

/** Separators that sites put between a heading and the headline. */
const separator = /\s[-–—|»:]\s/u

/** The input of narratives; documents with the same `storyId` are copies of one story. */
export interface NarrativeDocument extends LivingDocument {
  title: string
  body: string | null
  storyId: string
}

/** A storyline that several documents share. */
export interface Narrative extends NarrativeLife {
  /** The headline of its most central story that has one. */
  label: string
  /** Phrases that are in its titles but not in the others, as written there, most distinctive first. */
  terms: string[]
  /** All its documents, starting with those of the most central story. */
  documentIds: string[]
  stories: number
  /** Its share of the documents that were read, with a 95 % interval that accounts for the unread ones. */
  share: number
  shareInterval: Interval
  cohesion: number
}

/** Input of `findNarratives`. */
export interface NarrativesInput {
  documents: readonly NarrativeDocument[]
  /** Folded words of the query; on their own they cannot name a narrative. */
  ownWords: ReadonlySet<string>
  backgroundShare?: BackgroundShare
  /** Maximum number of narratives, largest first. */
  limit: number
}

/** The narratives, and the number of groups left out because they have no single subject. */
export interface FoundNarratives {
  narratives: Narrative[]
  incoherent: number
}

/**
 * Groups with a lower mean similarity of their stories are leftovers. Chosen on labelled texts, where it keeps most groups of one story and leaves
 * out most mixtures (docs/measures.md).
 */
const minCoherence = 0.09
const maxTerms = 5
/** Fewer documents are an anecdote. */
const minDocuments = 3
/** Number of words of the text read after the title: news articles tell their story in the first sentences. */
const maxLeadWords = 40

/**
 * Finds the narratives of a topic's documents: copies count as one story, an outlet's boilerplate in titles is left out, stories are clustered
 * (`clusterStories`), and each cluster of at least three documents is a narrative if its stories are similar and some phrase distinguishes it. The
 * rest belongs to none. Largest first.
 */
export function findNarratives({ documents, ownWords, backgroundShare, limit }: NarrativesInput): FoundNarratives {
  const stories = joinCopies(documents)
  const firsts = stories.flatMap(([first]) => first ?? []) // each story has a document
  const boilerplate = outletBoilerplate(firsts)
  const titles = firsts.map(({ title, outlet }) => ({
    title: withoutBoilerplate(title, boilerplate.get(outlet)),
    outlet,
  }))
  const texts = firsts.map(({ outlet, body }, story) =>
    [...tokens(titles[story]?.title ?? ''), ...lead(body)].filter(
      (word) => boilerplate.get(outlet)?.has(word) !== true,
    ),
  )
  const groups = clusterStories(texts, backgroundShare === undefined ? {} : { backgroundShare })
  const labels = labelNarratives(
    groups.map(({ members }) => members.flatMap((story) => titles[story] ?? [])),
    ownWords,
  )
  let incoherent = 0
  const narratives = groups
    .flatMap(({ members, cohesion, coherence }, index): Narrative[] => {
      const inside = members.flatMap((story) => stories[story] ?? [])
      const named = labels[index]
      if (inside.length < minDocuments) return []
      if (coherence < minCoherence || named == null) {
        incoherent += 1
        return []
      }
      return [
        {
          label: centralHeadline(members.flatMap((story) => titles[story]?.title ?? [])) ?? named.label,
          terms: [named.label, ...named.terms].slice(0, maxTerms),
          ...narrativeLife(inside),
          documentIds: inside.map(({ id }) => id),
          stories: members.length,
          share: inside.length / documents.length,
          shareInterval: wilsonInterval(inside.length, documents.length) ?? { low: 0, high: 1 },
          cohesion,
        },
      ]
    })
    .toSorted((a, b) => b.documentIds.length - a.documentIds.length || (a.originId < b.originId ? -1 : 1))
    .slice(0, limit)
  return { narratives, incoherent }
}

function joinCopies(documents: readonly NarrativeDocument[]): NarrativeDocument[][] {
  const ordered = documents.toSorted((a, b) =>
    a.publishedAt < b.publishedAt ? -1 : a.publishedAt > b.publishedAt ? 1 : a.id < b.id ? -1 : 1,
  )
  const byStory = new Map<string, NarrativeDocument[]>()
  for (const document of ordered) {
    const copies = byStory.get(document.storyId)
    if (copies === undefined) byStory.set(document.storyId, [document])
    else copies.push(document)
  }
  return [...byStory.values()]
}

function lead(body: string | null): string[] {
  // six characters a word, plus room for long ones
  return body === null ? [] : tokens(body.slice(0, maxLeadWords * 10)).slice(0, maxLeadWords)
}

/** The fields needed for the life of a narrative; `publishedAt` is ISO 8601 in UTC. */
interface LivingDocument {
  id: string
  publishedAt: string
  outlet: string
  source: string
  country: string | null
}

/** When a narrative began, peaked and last appeared, and how far it spread. */
interface NarrativeLife {
  /** Days that have documents, oldest first. */
  days: { day: string; documents: number }[]
  firstDay: string
  /** The day with the most documents; the earliest of ties. */
  peakDay: string
  lastDay: string
  /** Days from the first document until half of all were published; 0 when that was the first day. */
  daysToHalf: number
  outlets: number
  sources: number
  /** Distinct known countries; null when no document has one. */
  countries: number | null
  /** Id of the earliest document; the lowest id of ties. */
  originId: string
}

/** Computes the life of a narrative from its documents. Throws a RangeError when there are none. */
function narrativeLife(documents: readonly LivingDocument[]): NarrativeLife {
  const ordered = documents.toSorted((a, b) => compareText(a.publishedAt, b.publishedAt) || compareText(a.id, b.id))
  const [first] = ordered
  const last = ordered.at(-1)
  const half = ordered[Math.ceil(ordered.length / 2) - 1]
  if (first === undefined || last === undefined || half === undefined) throw new RangeError('A narrative has documents')
  const perDay = new Map<string, number>()
  for (const document of ordered) perDay.set(dayOf(document), (perDay.get(dayOf(document)) ?? 0) + 1)
  const days = [...perDay].map(([day, count]) => ({ day, documents: count }))
  const peak = days.reduce((best, day) => (day.documents > best.documents ? day : best))
  const countries = new Set(ordered.map(({ country }) => country).filter((country) => country !== null))
  return {
    days,
    firstDay: dayOf(first),
    peakDay: peak.day,
    lastDay: dayOf(last),
    daysToHalf: daysBetween(dayOf(first), dayOf(half)),
    outlets: new Set(ordered.map(({ outlet }) => outlet)).size,
    sources: new Set(ordered.map(({ source }) => source)).size,
    countries: countries.size === 0 ? null : countries.size,
    originId: first.id,
  }
}

function dayOf({ publishedAt }: LivingDocument): string {
  return publishedAt.slice(0, 10)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A title and the outlet that printed it. */
interface PrintedTitle {
  title: string
  outlet: string
}

/**
 * The words that an outlet prints in most of its titles, whatever their subject, and no other outlet does ("Worldnews in Brief"). Empty for an outlet
 * with more than half of the titles: its words are those of the topic. Folded words, by outlet.
 */
function outletBoilerplate(titles: readonly PrintedTitle[]): ReadonlyMap<string, ReadonlySet<string>> {
  const everywhere = new Map<string, number>()
  const byOutlet = Map.groupBy(titles, ({ outlet }) => outlet)
  const words = new Map([...byOutlet].map(([outlet, outletTitles]) => [outlet, countWords(outletTitles)]))
  for (const counts of words.values())
    for (const [word, n] of counts) everywhere.set(word, (everywhere.get(word) ?? 0) + n)
  const found = new Map<string, ReadonlySet<string>>()
  for (const [outlet, { length }] of byOutlet) {
    if (length < minTitles || length * 2 > titles.length) continue
    const habitualWords = [...(words.get(outlet) ?? [])].filter(
      ([word, n]) => n >= minShareOfOutlet * length && n >= minOutletShare * (everywhere.get(word) ?? n),
    )
    if (habitualWords.length > 0) found.set(outlet, new Set(habitualWords.map(([word]) => word)))
  }
  return found
}

/** A title without leading and trailing parts that consist only of boilerplate. The title itself where nothing would remain. */
function withoutBoilerplate(title: string, boilerplate: ReadonlySet<string> | undefined): string {
  if (boilerplate === undefined) return title
  const isBoilerplate = (part: string) => {
    const contentWords = tokens(part).filter(isContextTerm)
    return contentWords.every((word) => boilerplate.has(word))
  }
  let rest = title
  for (
    let separatorMatch = separator.exec(rest);
    separatorMatch !== null && isBoilerplate(rest.slice(0, separatorMatch.index));
    separatorMatch = separator.exec(rest)
  )
    rest = rest.slice(separatorMatch.index + separatorMatch[0].length)
  return rest.trim() === '' || isBoilerplate(rest) ? title : rest
}

function countWords(titles: readonly PrintedTitle[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { title } of titles)
    for (const word of new Set(tokens(title).filter(isContextTerm))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
