import { isQuotable } from '../summary/sentences.ts'
import { tokens } from '../text/tokenize.ts'
import { type ComparedTerm, logOddsTerms, type ScoredTerm } from '../changes/log-odds.ts'
import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { addDays } from '../series/daily-series.ts'

/** What forums add to a title: "[video]", "(x-post from r/Bitcoin)". It states where, not what. */
const asides = /\[[^\]]*\]|\(?\b(?:x|cross)-?post(?:ed)?\b[^)]*\)?/giu

/** Titles that cannot be quoted because they are cut off, in capitals or full of addresses. */
const unquotableFactor = 0.5
/** Three words can name what happened ("Nokia Plan B"); other quotations need more words, which the fillers make up. */
const minWords = 3
const fillerWords = 'as it was told on that day.'
/** The author writes about themselves, and the event is only the occasion. */
const ownFactor = 0.7
const firstPerson = /(?<![\p{L}\p{N}.])(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself|we|our|us)(?![\p{L}\p{N}.])/iu
const unitedStates = /\bU\.?S\b\.?/gu
/** The author asks a question instead of reporting. */
const askingFactor = 0.75
const questionPattern = /\?\s*(?:\([^)]*\))?["”’']?$|^(?:ELI5|Ask HN|AMA|DAE)\b/u

/** An explainer, a request for explanation or help, or a discussion thread: it names the subject, but nothing that happened. */
const emptyFactor = 0.2
const uninformativePatterns = [
  /^(?:\W*)(?:ELI5\b|explain (?:to|like|this|that|it|me)\b|(?:a |the )?(?:(?:complete|short|quick|simple) )?(?:beginner|newbie|idiot|layman)['’]?s?\b)/iu,
  /\b(?:can|could|would|will|please|pls)\b[^.?!]{0,30}\bexplain\b|\bexplained\b(?:[.:!?]|$| (?:in|for|by|simply)\b)|\bfor (?:beginners|dummies|newbies)\b/iu,
  /^(?:so,? )?what(?:['’]s| is| are)(?! (?:happening|going|wrong|next|behind|at stake|new|left)\b)[^.!]{1,40}\?/iu,
  /\b(?:feedback|advice|help|suggestions?|thoughts)\b[^.!?]{0,12}\b(?:please|pls|needed|wanted|appreciated)\b|\bplease help\b|^(?:i )?need (?:some )?(?:help|advice)\b/iu,
  /^(?:(?:a|another|quick|simple|stupid|dumb|noob|newbie|serious|legal) )*question(?:s? for|:| (?:about|on|regarding)\b)/iu,
  /\bmega-?thread\b|\b(?:daily|weekly|monthly|nightly|open|general|official|live|match|game|discussion)\b[^.!?]{0,30}\bthread\b|\b(?:daily|weekly|monthly) discussion\b/iu,
]

/** A title without the additions of forums. */
export function withoutAsides(title: string): string {
  return title.replaceAll(asides, ' ').trim()
}

/** Whether a headline can be quoted: the rule for any title (`isQuotable`), with a minimum of three words. */
export function isQuotableHeadline(title: string): boolean {
  return (
    isQuotable(title, 'title') || (tokens(title).length >= minWords && isQuotable(`${title} ${fillerWords}`, 'title'))
  )
}

/**
 * How well a title works as a headline, from 0 to 1: 1 for one that reports; less for one that cannot be quoted, writes about its author, or asks;
 * least for one that explains in general or opens a thread.
 */
export function headlineStyle(title: string): number {
  const text = withoutAsides(title)
  return (
    (isQuotableHeadline(text) ? 1 : unquotableFactor) *
    (firstPerson.test(text.replaceAll(unitedStates, ' ')) ? ownFactor : 1) *
    (questionPattern.test(text) ? askingFactor : 1) *
    (uninformativePatterns.some((pattern) => pattern.test(text)) ? emptyFactor : 1)
  )
}

/** A document of the topic, as its source shows it. */
export interface EventDocument {
  title: string
  /** The publisher: a site or a community. */
  outlet: string
  /** UTC, ISO 8601; only a day where the time is unknown. */
  publishedAt: string
  /** Points plus comments; null where the source reports neither. */
  reactions: number | null
}

/** What an event was about. Numbers are indexes into `within`. */
export interface EventStory {
  /** The title that contains most of what is special to these days and got the most attention. */
  headline: number
  /** Documents about the same thing, including the headline, oldest first; the first was the earliest among these sources. */
  members: number[]
  /** Words that are in more of these titles than in those of the topic's other days, strongest first; at most ten stems. */
  terms: ScoredTerm[]
}

/** An event is described by its first days, because later ones discuss its consequences; a long one by the days around its peak. */
const maxDescriptionDays = 7
/** What made a day the peak was often published on the days before. */
const daysBeforePeak = 2
/** Terms with a lower z may be due to chance. */
const minZ = 1.96
const maxTerms = 10
/** A document belongs to the story of the headline when it shares this fraction of the weight of its words. */
const minLikeness = 0.4
/** Number of words added to each title when it is weighted, so that a title of two words does not win by being short. */
const addedWords = 4
/** Factor for a stem that chance does not explain. */
const certainWeight = 3
/** Minimum centrality of a title that has nothing in common with the others: it may still be the only one. */
const minCentrality = 0.02
/** Additional weight of the most noticed title of the days over one without reactions; chosen on the tuning half of `npm run eval -- events`. */
const noticedWeight = 1

/** The days whose documents describe an event, first and last, YYYY-MM-DD: its first week or, when its peak comes later, the week around the peak. */
export function descriptionDays({ onset, peak, until }: { onset: string; peak: string; until: string | null }): {
  from: string
  to: string
} {
  const from = peak < addDays(onset, maxDescriptionDays) ? onset : addDays(peak, -daysBeforePeak)
  const last = addDays(from, maxDescriptionDays - 1)
  return { from, to: until !== null && until < last ? until : last }
}

/**
 * Creates a function that describes events of one topic: what the documents of an event's days (`within`, see `toldFrom`, oldest first) contain that
 * those of the topic's `other` days do not. Null without documents.
 * - Terms: log-odds with an informative Dirichlet prior (Monroe, Colaresi & Quinn 2008) of stems of titles, z ≥ 1.96.
 * - Headline: among the titles with a word of the query, if there are any, the one with the most common and special words of these days for its
 *   length. A stem weighs √((titles with it, minus one) · outlets) · √(share of its titles that are from these days), three times that where chance
 *   does not explain it; the most noticed title weighs twice as much as one without reactions, on a log scale. That is multiplied by the centrality
 *   of the title (its mean cosine to all titles of the days by these weights) and by its style (`headlineStyle`).
 * - A title counts once, however many copies it has; words of the query are ignored. A few hundred documents a side are enough.
 */
export function createEventDescriber({
  other,
  queryWords,
}: {
  /** Documents of the topic's days without an event. */
  other: readonly EventDocument[]
  /** Folded words of the query (`tokens`). */
  queryWords: readonly string[]
}): (within: readonly EventDocument[]) => EventStory | null {
  const query = new Set(queryWords.map(lightStem))
  const before = countStems(other, query)
  return (within) => (within.length === 0 ? null : describeEvent(within, { before, query }))
}

function describeEvent(
  within: readonly EventDocument[],
  { before, query }: { before: StemCounts; query: ReadonlySet<string> },
): EventStory {
  const titles = within.map(({ title }) => titleStems(title, query))
  const compared = compareStems(countStems(within, query), before)
  const terms = logOddsTerms(compared.terms, compared.totals).filter(({ z }) => z >= minZ)
  const outletsOf = countOutlets(within, titles)
  const certain = new Set(terms.map(({ term }) => term))
  const weights = new Map(
    compared.terms.map(({ term, after, before: elsewhere }) => [
      term,
      Math.sqrt((after - 1) * (outletsOf.get(term) ?? 1)) *
        Math.sqrt(after / (after + elsewhere + 1)) *
        (certain.has(term) ? certainWeight : 1),
    ]),
  )
  const headline = bestTitle(titles, weights, within)
  const headlineStems = titles[headline]?.stems ?? new Set<string>()
  const minWeight = sumWeights(headlineStems, weights) * minLikeness
  const sharesHeadline = ({ stems }: TitleStems) =>
    minWeight > 0 && sumWeights(commonTo(stems, headlineStems), weights) >= minWeight
  const members = within
    .map((_, index) => index)
    .filter((at) => at === headline || sharesHeadline(titles[at] ?? { stems: new Set(), isAbout: false }))
    .toSorted((a, b) => compare(within[a]?.publishedAt ?? '', within[b]?.publishedAt ?? '') || a - b)
  return { headline, members, terms: terms.slice(0, maxTerms) }
}

function commonTo(some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...some].filter((stem) => others.has(stem)))
}

interface TitleStems {
  /** Distinct stems that can describe what happened: no stop words, no words of the query, only numbers of two or more digits. */
  stems: Set<string>
  /** Whether the title contains a word of the query. */
  isAbout: boolean
}

function titleStems(title: string, query: ReadonlySet<string>): TitleStems {
  const stems = new Set<string>()
  let isAbout = false
  for (const word of tokens(withoutAsides(title))) {
    const stem = lightStem(word)
    if (query.has(stem)) isAbout = true
    else if ((word.length > 2 && isContextTerm(word)) || /^\d{2,}$/.test(word)) stems.add(stem)
  }
  return { stems, isAbout }
}

function bestTitle(
  titles: readonly TitleStems[],
  weights: ReadonlyMap<string, number>,
  documents: readonly EventDocument[],
): number {
  const mustBeAbout = titles.some(({ isAbout }) => isAbout)
  const noticed = documents.map(({ reactions }) => Math.log1p(Math.max(0, reactions ?? 0)))
  const maxNoticed = Math.max(1, ...noticed)
  const stemWeights = titles.map(({ stems }) => sumWeights(stems, weights))
  const distinct = [...new Map(documents.map(({ title }, index) => [title, index])).values()]
  const commonPart = (stems: ReadonlySet<string>, weight: number) => {
    let sum = 0
    for (const at of distinct) {
      const both = sumWeights(commonTo(titles[at]?.stems ?? new Set(), stems), weights)
      if (both > 0) sum += both / Math.sqrt(weight * (stemWeights[at] ?? 0))
    }
    return sum / distinct.length
  }
  let [best, highestScore] = [0, -1]
  titles.forEach(({ stems, isAbout }, index) => {
    if (mustBeAbout && !isAbout) return
    const weight = stemWeights[index] ?? 0
    const score =
      (weight / Math.sqrt(stems.size + addedWords)) *
      (1 + (noticedWeight * (noticed[index] ?? 0)) / maxNoticed) *
      (minCentrality + commonPart(stems, weight)) *
      headlineStyle(documents[index]?.title ?? '')
    if (score > highestScore) [best, highestScore] = [index, score]
  })
  return best
}

function sumWeights(stems: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const stem of stems) sum += weights.get(stem) ?? 0
  return sum
}

/** The number of distinct titles that contain each stem, and the total number of their words. */
interface StemCounts {
  counts: ReadonlyMap<string, number>
  total: number
}

function compareStems(
  after: StemCounts,
  before: StemCounts,
): { terms: ComparedTerm[]; totals: { after: number; before: number } } {
  return {
    terms: [...after.counts].map(([term, count]) => ({ term, after: count, before: before.counts.get(term) ?? 0 })),
    // one more on both sides: a topic without other days still has words
    totals: { after: after.total + 1, before: before.total + 1 },
  }
}

/** Outlets whose titles contain each stem. */
function countOutlets(within: readonly EventDocument[], titles: readonly TitleStems[]): Map<string, number> {
  const outlets = new Map<string, Set<string>>()
  titles.forEach(({ stems }, index) => {
    for (const stem of stems) outlets.set(stem, (outlets.get(stem) ?? new Set()).add(within[index]?.outlet ?? ''))
  })
  return new Map([...outlets].map(([stem, { size }]) => [stem, size]))
}

function countStems(documents: readonly EventDocument[], query: ReadonlySet<string>): StemCounts {
  const counts = new Map<string, number>()
  let total = 0
  for (const title of new Set(documents.map((document) => document.title)))
    for (const stem of titleStems(title, query).stems) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
      total++
    }
  return { counts, total }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
