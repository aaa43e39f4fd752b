import { logOddsTerms } from '../changes/log-odds.ts'
import { writtenForm } from '../meaning/name-groups.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { addDays } from '../series/daily-series.ts'
import {
  type EventDocument,
  findCompanions,
  foldTitles,
  readTitles,
  styleOf,
  type TitledStory,
  toStories,
} from './titled-stories.ts'

/** What an event was about. Numbers are indexes into `within`. */
export interface EventStory {
  /** The title that says what the group of stories that grew most tells; null where no title of it can be quoted or the group is a small part of these days. */
  headline: number | null
  /** Documents of that group, including the headline, oldest first; the first was the earliest among these sources. Empty without a headline. */
  members: number[]
  /** Two to five words and phrases of that group, as its titles write them, strongest first; empty where these days have no common subject. */
  terms: string[]
}

/** An event is described by its first days, because later ones discuss its consequences; a long one by the days around its peak. */
const maxDescriptionDays = 7
/** What made a day the peak was often published on the days before. */
const daysBeforePeak = 2

/** The days whose documents describe an event, first and last, YYYY-MM-DD: its first week or, when its peak comes later, the week around the peak. */
export function descriptionDays({ onset, peak, until }: { onset: string; peak: string; until: string | null }): {
  from: string
  to: string
} {
  const from = peak < addDays(onset, maxDescriptionDays) ? onset : addDays(peak, -daysBeforePeak)
  const last = addDays(from, maxDescriptionDays - 1)
  return { from, to: until !== null && until < last ? until : last }
}

/** Terms with a lower z may be due to chance. */
const minZ = 1.96
/** Factor for a stem that chance does not explain. */
const certainWeight = 3
/** Number of words added to each title when it is weighted, so that a title of two words does not win by being short. */
const addedWords = 4
/** Minimum centrality of a title that has nothing in common with the others: it may still be the only one. */
const minCentrality = 0.02
/** Additional weight of the most noticed title of the days over one without reactions. */
const noticedWeight = 1
/** Likeness from which two stories belong to one group. */
const minLikeness = 0.35
/** Part of the likeness that is the meaning of words, and the cosine of two titles of one topic that say different things. */
const meaningPart = 0.5
const usualCosine = 0.3
/** A headline stands for at least this part of the stories of its days, */
const minShare = 0.25
/** for this many documents, */
const minDocuments = 3
/** reports rather than asks, */
const minStyle = 0.9
/** and is this near to the title that says most, which may be one that cannot be quoted. */
const minPart = 0.4
/** Titles that are looked at for a headline, the best first. */
const maxCandidates = 8
/** A smaller group is no subject of the days. */
const minNamedShare = 0.1
const minTerms = 2
const maxTerms = 5
/** Stems among which terms are chosen, and the content that each has at least. */
const termCandidates = 9
const minContent = 0.25

/**
 * Creates a function that describes events of one topic: what the documents of an event's days (`within`, see `descriptionDays`, oldest first) contain that
 * those of the topic's `other` days do not. Null without documents.
 * - Stories: titles without what stands around them; near-copies are one story.
 * - A stem weighs √((stories with it, minus one) · outlets) · √(share of its stories that are from these days), three times that where chance does not
 *   explain it (log-odds with an informative Dirichlet prior, Monroe, Colaresi & Quinn 2008, z ≥ 1.96). The words of the query, and those that stand
 *   beside them almost always, are left out.
 * - The likeness of two stories is half the cosine of their stems by these weights, half that of what their words mean (the library's vectors).
 * - Each story is the centre of a group: those like it. The headline is the centre with the most weight for its length, times how much was
 *   noticed, times its mean likeness to all stories, times its style (`headlineStyle`). It is quoted if it reports, if its group holds a quarter of
 *   the stories and a larger part than on other days; else the group gives only its terms.
 */
export function createEventDescriber({
  other,
  queryWords,
  reader = null,
}: {
  /** Documents of the topic's days without an event. */
  other: readonly EventDocument[]
  /** Folded words of the query (`tokens`). */
  queryWords: readonly string[]
  /** What the words of the library mean; null where that is unknown, and likeness is that of words alone. */
  reader?: WordReader | null
}): (within: readonly EventDocument[]) => EventStory | null {
  const query = new Set(queryWords.map(lightStem))
  const titles = readTitles(other)
  const companions = findCompanions(titles, query)
  const before = foldTitles(other, titles, { query, companions })
  const usual = before.map((story) => (reader === null ? null : meaningOf(story, { weights: null, reader })))
  return (within) =>
    within.length === 0
      ? null
      : describeEvent(toStories(within, { query, companions }), { before, usual, reader, documents: within })
}

/** A story with the weight of its stems and the direction of their meaning. */
interface WeighedStory {
  story: TitledStory
  weight: number
  /** Of length one; null where no word is known. */
  meaning: Float64Array | null
}

interface EventInput {
  before: readonly TitledStory[]
  /** The meaning of each of those, whatever the days. */
  usual: readonly (Float64Array | null)[]
  reader: WordReader | null
  documents: readonly EventDocument[]
}

function describeEvent(stories: readonly TitledStory[], { before, usual, reader, documents }: EventInput): EventStory {
  const weights = weighStems(stories, before)
  const weigh = (story: TitledStory): WeighedStory => ({
    story,
    weight: sumOf(story.stems.keys(), weights),
    meaning: reader === null ? null : meaningOf(story, { weights, reader }),
  })
  const within = stories.map(weigh)
  const others = before.map((story, at) => ({
    story,
    weight: sumOf(story.stems.keys(), weights),
    meaning: usual[at] ?? null,
  }))
  const likenessOf = (one: WeighedStory, other: WeighedStory) =>
    likeness(one, other, { weights, part: reader === null ? 0 : meaningPart })
  const likenesses = within.map(() => new Float64Array(within.length))
  within.forEach((one, at) => {
    for (let second = at; second < within.length; second++) {
      const value = second === at ? 1 : likenessOf(one, within[second] ?? one)
      for (const [row, column] of [
        [at, second],
        [second, at],
      ] as const) {
        const values = likenesses[row]
        if (values !== undefined) values[column] = value
      }
    }
  })
  const candidates = rankTitles(within, likenesses)
  const groups = candidates.slice(0, maxCandidates).map((candidate) => {
    const members = [...(likenesses[candidate.at] ?? [])].flatMap((value, at) => (value >= minLikeness ? [at] : []))
    return {
      ...candidate,
      stories: members.flatMap((at) => stories[at] ?? []),
      share: members.length / stories.length,
    }
  })
  const hasGrown = ({ at, share }: { at: number; share: number }) => {
    const centre = within[at]
    const like = centre && others.filter((other) => likenessOf(centre, other) >= minLikeness)
    return like !== undefined && share > like.length / Math.max(1, others.length)
  }
  const [first] = groups
  const best = Math.max(...candidates.map(({ evidence }) => evidence))
  const quoted = groups.find(
    (group) =>
      group.style >= minStyle &&
      group.evidence >= minPart * best &&
      group.share >= minShare &&
      isTold(group.stories) &&
      hasGrown(group),
  )
  const named =
    quoted ?? (first !== undefined && first.share >= minNamedShare && first.stories.length > 1 ? first : null)
  const members = quoted?.stories.flatMap((story) => story.documents) ?? []
  return {
    headline: quoted === undefined ? null : (stories[quoted.at]?.document ?? null),
    members: members.toSorted(
      (a, b) => compare(documents[a]?.publishedAt ?? '', documents[b]?.publishedAt ?? '') || a - b,
    ),
    terms: named === null ? [] : termsOf(named.stories, { stories, weights, reader }),
  }
}

/** Whether enough documents tell it: one is an anecdote. */
function isTold(stories: readonly TitledStory[]): boolean {
  return stories.reduce((sum, { documents }) => sum + documents.length, 0) >= minDocuments
}

/** How much each stem says about these days: see `createEventDescriber`. */
function weighStems(stories: readonly TitledStory[], before: readonly TitledStory[]): Map<string, number> {
  const [after, usual] = [countStems(stories), countStems(before)]
  const outlets = new Map<string, Set<string>>()
  for (const story of stories)
    for (const stem of story.stems.keys()) {
      const found = outlets.get(stem) ?? new Set()
      for (const outlet of story.outlets) found.add(outlet)
      outlets.set(stem, found)
    }
  const compared = [...after.counts].map(([term, count]) => ({
    term,
    after: count,
    before: usual.counts.get(term) ?? 0,
  }))
  // one more on both sides: a topic without other days still has words
  const odds = logOddsTerms(compared, { after: after.total + 1, before: usual.total + 1 })
  const certain = new Set(odds.filter(({ z }) => z >= minZ).map(({ term }) => term))
  return new Map(
    compared.map(({ term, after: count, before: elsewhere }) => [
      term,
      Math.sqrt((count - 1) * (outlets.get(term)?.size ?? 1)) *
        Math.sqrt(count / (count + elsewhere + 1)) *
        (certain.has(term) ? certainWeight : 1),
    ]),
  )
}

/** The number of stories that contain each stem, and the total number of their stems. */
function countStems(stories: readonly TitledStory[]): { counts: ReadonlyMap<string, number>; total: number } {
  const counts = new Map<string, number>()
  let total = 0
  for (const { stems } of stories)
    for (const stem of stems.keys()) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
      total++
    }
  return { counts, total }
}

/** Part of a stem's weight in the meaning of a title that does not depend on these days. */
const usualWeight = 0.25

function meaningOf(
  { stems }: TitledStory,
  { weights, reader }: { weights: ReadonlyMap<string, number> | null; reader: WordReader },
): Float64Array | null {
  const { dimensions } = reader.vectors
  const sum = new Float64Array(dimensions)
  for (const [stem, word] of stems) {
    const [row] = reader.readRows([word])
    if (row === undefined) continue
    const weight = Math.sqrt((weights?.get(stem) ?? 0) + usualWeight) * (reader.idf[row] ?? 0) * reader.contentOf(word)
    for (let at = 0; at < dimensions; at++)
      sum[at] = (sum[at] ?? 0) + weight * (reader.rows[row * dimensions + at] ?? 0)
  }
  let squares = 0
  for (const value of sum) squares += value * value
  return squares === 0 ? null : sum.map((value) => value / Math.sqrt(squares))
}

function likeness(
  one: WeighedStory,
  other: WeighedStory,
  { weights, part }: { weights: ReadonlyMap<string, number>; part: number },
): number {
  let common = 0
  for (const stem of one.story.stems.keys()) if (other.story.stems.has(stem)) common += weights.get(stem) ?? 0
  const ofWords = common > 0 ? common / Math.sqrt(one.weight * other.weight) : 0
  if (one.meaning === null || other.meaning === null) return (1 - part) * ofWords
  let cosine = 0
  for (let at = 0; at < one.meaning.length; at++) cosine += (one.meaning[at] ?? 0) * (other.meaning[at] ?? 0)
  return (1 - part) * ofWords + part * Math.max(0, (cosine - usualCosine) / (1 - usualCosine))
}

interface RankedTitle {
  /** The number of its story. */
  at: number
  style: number
  /** What it says of these days, whatever its style. */
  evidence: number
}

/** The titles with a word of the query, if there are any, by what they say of these days and how. */
function rankTitles(within: readonly WeighedStory[], likenesses: readonly Float64Array[]): RankedTitle[] {
  const mustBeAbout = within.some(({ story }) => story.isAbout)
  const noticed = within.map(({ story }) => Math.log1p(Math.max(0, story.reactions)))
  const maxNoticed = Math.max(1, ...noticed)
  return within
    .flatMap(({ story, weight }, at): RankedTitle[] => {
      if (mustBeAbout && !story.isAbout) return []
      const centrality = (likenesses[at] ?? new Float64Array()).reduce((sum, value) => sum + value, 0) / within.length
      const evidence =
        (weight / Math.sqrt(story.stems.size + addedWords)) *
        (1 + (noticedWeight * (noticed[at] ?? 0)) / maxNoticed) *
        (minCentrality + centrality)
      return [{ at, style: styleOf(story), evidence }]
    })
    .toSorted((a, b) => b.evidence * b.style - a.evidence * a.style || a.at - b.at)
}

/** The stems that say most of a group, then of all stories; those that make a phrase of the library together. As its titles write them. */
function termsOf(
  group: readonly TitledStory[],
  { stories, weights, reader }: Naming & { stories: readonly TitledStory[] },
): string[] {
  const strongest = [...strongestStems(group, { weights, reader }), ...strongestStems(stories, { weights, reader })]
  const wordOf = new Map(stories.flatMap(({ stems }) => [...stems]))
  const isPhrase = (first: string, second: string) =>
    reader?.isPhrase(wordOf.get(first) ?? first, wordOf.get(second) ?? second) ?? false
  const terms: string[][] = []
  const used = new Set<string>()
  for (const stem of strongest) {
    if (used.has(stem) || terms.length === maxTerms) continue
    const free = strongest.filter((other) => other !== stem && !used.has(other))
    const [next, previous] = [free.find((other) => isPhrase(stem, other)), free.find((other) => isPhrase(other, stem))]
    const term = next !== undefined ? [stem, next] : previous !== undefined ? [previous, stem] : [stem]
    for (const part of term) used.add(part)
    // a number alone says nothing
    if (term.some((part) => !/^\d+$/.test(part))) terms.push(term)
  }
  const documents = [...group, ...stories].map(({ title }) => ({ title, body: null }))
  return terms.length < minTerms ? [] : terms.map((stems) => writtenForm(stems, documents))
}

interface Naming {
  weights: ReadonlyMap<string, number>
  reader: WordReader | null
}

function strongestStems(stories: readonly TitledStory[], { weights, reader }: Naming): string[] {
  const found = new Map<string, { evidence: number; content: number }>()
  for (const { stems } of stories)
    for (const [stem, word] of stems) {
      const content = reader?.contentOf(word) ?? 1
      const evidence = (found.get(stem)?.evidence ?? 0) + (weights.get(stem) ?? 0) * content
      found.set(stem, { evidence, content })
    }
  return [...found]
    .filter(([, { evidence, content }]) => evidence > 0 && content >= minContent)
    .toSorted(([a, one], [b, other]) => other.evidence - one.evidence || compare(a, b))
    .slice(0, termCandidates)
    .map(([stem]) => stem)
}

function sumOf(stems: Iterable<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const stem of stems) sum += weights.get(stem) ?? 0
  return sum
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
