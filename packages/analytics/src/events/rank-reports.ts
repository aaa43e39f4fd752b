import type { WordReader } from '../meaning/word-vectors.ts'
import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { daysBetween } from '../series/daily-series.ts'
import { tokens } from '../text/tokenize.ts'
import {
  canReport,
  headlineStyle,
  isComment,
  isInFirstPerson,
  kickerStyle,
  quotedHeadline,
  reportFactor,
  saysWhatHappened,
  tellsOutcome,
} from './headline-style.ts'
import {
  countHolders,
  type EventDocument,
  findCompanions,
  foldTitles,
  readTitles,
  sharesWords,
  type TitledStory,
  toStories,
} from './titled-stories.ts'
import { likenessesOf, minLikeness, termsOf, type WeighedStory, weighStems, weighStory } from './weighed-stories.ts'

export interface ReportsInput {
  /** Documents of some days. */
  within: readonly EventDocument[]
  /** Documents of the same topic from before these days. */
  other: readonly EventDocument[]
  /** Folded words of the topic (`tokens`). */
  queryWords: readonly string[]
  /** What the words of the library mean; null where that is unknown. */
  reader: WordReader | null
  /** A day that stands out among them, YYYY-MM-DD: what was published near it is more likely about it. */
  peakDay: string | null
}

/** A title that reports what happened. */
export interface RankedReport {
  /** An index into `within`. */
  document: number
  /** The probability that an editor would quote it, 0 to 1. */
  score: number
  /** Whether no other had nearly as many reactions. */
  isDiscussed: boolean
}

/** A title is quoted from this probability on that an editor would: 58% of those tell the main thing, 88% that or another that could stand (docs/measures.md). */
export const minQuoted = 0.45

/** Titles that report what happened on some days, the best first. */
export function rankReports(input: ReportsInput): RankedReport[] {
  const { within, peakDay } = input
  const compared = compareStories(input)
  const scores = scoreReports(compared, { documents: within, peakDay })
  const stories = compared.weighed.map(({ story }) => story)
  const isDiscussed = findDiscussed(stories)
  return stories
    .flatMap((story, at) => {
      const { score = 0 } = scores[at] ?? {}
      return score < minQuoted ? [] : [{ document: story.document, score, isDiscussed: isDiscussed(story) }]
    })
    .toSorted((a, b) => b.score - a.score || a.document - b.document)
}

/** What is much noticed has this many reactions, and the most discussed this many times those of the next. */
const [minReactions, minLead] = [100, 2]

function findDiscussed(stories: readonly TitledStory[]): (story: TitledStory) => boolean {
  const [most = 0, next = 0] = stories.map((story) => story.reactions).toSorted((a, b) => b - a)
  return (story) => story.reactions === most && most >= Math.max(minReactions, minLead * next)
}

/** The stories of some days, and those from before. */
function readStories({ within, other, queryWords }: ReportsInput) {
  const query = new Set(queryWords.map(lightStem))
  const titles = readTitles(other)
  const companions = findCompanions(titles, query)
  return { stories: toStories(within, { query, companions }), before: foldTitles(other, titles, { query, companions }) }
}

/** Stories of some days, as they are compared. */
interface ComparedStories {
  weighed: readonly WeighedStory[]
  likenesses: readonly Float64Array[]
}

function compareStories(input: ReportsInput): ComparedStories {
  const { stories, before } = readStories(input)
  const { reader } = input
  const weights = weighStems(stories, before)
  const weighed = stories.map((story) => weighStory(story, { weights, reader }))
  return { weighed, likenesses: likenessesOf(weighed, { weights, reader }) }
}

/**
 * What makes a title one that an editor quotes: logistic regression on 5,000 titles of 285 windows of days, which four editors marked. Printed by
 * scripts/lab/eval/events/learn-headlines.ts; docs/measures.md has how it does on topics that it was not fitted on.
 */
const reportWeights = {
  /** ln of the number of stories, one of which is quoted. */
  stories: -0.494,
  /** Its mean likeness to the others, as a part of the largest. */
  centrality: 0.555,
  /** What its words say of these days for its length, as a part of the largest. */
  weight: 0.106,
  /** The part of its words that other stories hold. */
  sharedPart: 1.492,
  /** Whether enough of its words are those of many stories (`sharesWords`). */
  sharesWords: 0.369,
  /** ln(1 + reactions) / 8. */
  reactions: 0.956,
  withoutReactions: 0.731,
  /** ln of the number of outlets that print it. */
  outlets: 0.346,
  /** √ of the stories of its largest outlet, as a part of the most. */
  outletSize: -0.296,
  /** Days from the one with most stories, up to seven, divided by seven. */
  distance: -0.582,
  style: 1.779,
  kicker: 1.103,
  report: 0.336,
  canReport: 0.793,
  saysWhatHappened: 0.857,
  isAbout: 0.991,
  /** Of one that does not name the topic: the part of the stories that do. */
  othersAreAbout: -0.85,
  /** Whether the topic is among its first two words. */
  beginsWithTopic: 0.525,
  question: -1.474,
  firstPerson: -0.679,
  /** Words, up to 30, divided by 20. */
  length: 0.542,
  isShort: -0.63,
  isLong: -0.442,
  number: 0.246,
  /** "[video]", "(x-post …)". */
  aside: -1.452,
  tellsOutcome: 0.542,
  isComment: -0.993,
}
const reportBias = -6.539

type ReportMeasures = Record<keyof typeof reportWeights, number>
export const reportMeasures = Object.keys(reportWeights) as (keyof ReportMeasures)[] // its own keys

/** What is measured of each title of some days, for learning the weights: the document of each, and its measures in the order of `reportMeasures`. */
export function measureReports(input: ReportsInput): { document: number; measures: number[] }[] {
  const { weighed, likenesses } = compareStories(input)
  const documents = weighed.map(({ story }) => input.within[story.document])
  const measuresOf = createMeasures(weighed, likenesses, documents, input.peakDay)
  return weighed.map(({ story }, at) => {
    const document = documents[at]
    const measures = measuresOf(at, (document && quotedHeadline(document))?.text ?? null)
    return { document: story.document, measures: reportMeasures.map((name) => measures[name]) }
  })
}

/** The probability that an editor would quote the title of each story for these days, 0 to 1; 0 for one that cannot be quoted, or that few others are like and few people noticed. One that only people noticed comes after all that others tell. `peakDay`: the one that stands out, YYYY-MM-DD; where null, the day with most stories. */
export function scoreReports(
  { weighed, likenesses }: ComparedStories,
  { documents, peakDay }: { documents: readonly EventDocument[]; peakDay: string | null },
): { score: number; isTold: boolean }[] {
  const measuresOf = createMeasures(
    weighed,
    likenesses,
    weighed.map(({ story }) => documents[story.document]),
    peakDay,
  )
  const [, , third = 0] = weighed.map(({ story }) => story.reactions).toSorted((a, b) => b - a)
  const leastNoticed = Math.max(minReactions, third)
  const total = countDocuments(weighed)
  return weighed.map(({ story }, at) => {
    const like = weighed.filter((_, other) => other === at || (likenesses[at]?.[other] ?? 0) >= minLikeness)
    const isTold = countDocuments(like) >= Math.max(2, minLikePart * total)
    const unquotable = { score: 0, isTold }
    if (!isTold && story.reactions < leastNoticed) return unquotable
    const document = documents[story.document]
    const quoted = document && quotedHeadline(document)
    if (quoted == null) return unquotable
    const measures = measuresOf(at, quoted.text)
    if (measures.style * measures.kicker < minStyle) return unquotable
    const logit = reportMeasures.reduce((sum, name) => sum + reportWeights[name] * measures[name], reportBias)
    const score = 1 / (1 + Math.exp(-logit))
    return { score: isTold ? score : Math.min(score, minQuoted), isTold }
  })
}

/** What a smaller part of the documents are like, and was not among the three that were noticed most, is a story of its own. */
const minLikePart = 0.12
/** Titles that ask, comment or tell of their author have less. */
const minStyle = 0.8
/** A word is shared that this part of the stories hold, and two. */
const minHolderPart = 0.03
/** Words added to the length of a title, so that one of two words does not win by being short. */
const addedWords = 4
const maxDistance = 7
const [shortWords, longWords, maxWords] = [5, 18, 30]
const aside = /[[(](?:video|pic|picture|image|xpost|x-post|oc|gif|pdf)(?!\p{L})/iu

function createMeasures(
  weighed: readonly WeighedStory[],
  likenesses: readonly Float64Array[],
  documents: readonly (EventDocument | undefined)[],
  peakDay: string | null,
): (at: number, quoted: string | null) => ReportMeasures {
  const stories = weighed.map(({ story }) => story)
  const total = stories.length
  const centralities = stories.map((_, at) => (sumOf(likenesses[at] ?? []) - 1) / Math.max(1, total - 1))
  const weights = weighed.map(({ weight, story }) => weight / Math.sqrt(story.stems.size + addedWords))
  const [maxCentrality, maxWeight] = [centralities, weights].map((all) => Math.max(Number.EPSILON, ...all))
  const holders = countHolders(stories)
  const leastHolders = Math.max(2, minHolderPart * total)
  const outletSizes = countOutlets(stories)
  const aboutPart = stories.filter(({ isAbout }) => isAbout).length / Math.max(1, total)
  // forums count the author's own vote
  const isWithoutReactions = stories.every(({ reactions }) => reactions <= 1)
  const days = documents.map((document) => document?.publishedAt.slice(0, 10) ?? '')
  const peak = peakDay ?? busiestDay(days)
  return (at, quoted) => {
    const story = stories[at]
    if (story === undefined) throw new RangeError(`There is no story ${at} of ${total}.`)
    const { title, whole, stems, isAbout } = story
    const words = tokens(title)
    const shared = [...stems.keys()].filter((stem) => (holders.get(stem) ?? 0) >= leastHolders)
    return {
      stories: Math.log(total),
      centrality: (centralities[at] ?? 0) / (maxCentrality ?? 1),
      weight: (weights[at] ?? 0) / (maxWeight ?? 1),
      sharedPart: shared.length / Math.max(1, stems.size),
      sharesWords: Number(sharesWords(story, { holders, total })),
      reactions: Math.log1p(story.reactions) / 8,
      withoutReactions: Number(isWithoutReactions),
      outlets: Math.log(story.outlets.size),
      outletSize: Math.max(...[...story.outlets].map((name) => outletSizes.get(name) ?? 0)),
      distance: Math.min(maxDistance, Math.abs(daysBetween(peak, days[at] ?? peak))) / maxDistance,
      // the name of a site beside a headline is not quoted
      style: Math.max(headlineStyle(title), quoted === null || quoted === title ? 0 : headlineStyle(quoted)),
      kicker: kickerStyle(whole),
      report: reportFactor(whole),
      canReport: Number(canReport(whole)),
      saysWhatHappened: Number(saysWhatHappened(title)),
      isAbout: Number(isAbout),
      othersAreAbout: isAbout ? 0 : aboutPart,
      beginsWithTopic: Number(story.topicAt === 0 || story.topicAt === 1),
      question: Number(title.includes('?')),
      firstPerson: Number(isInFirstPerson(title)),
      length: Math.min(maxWords, words.length) / 20,
      isShort: Number(words.length < shortWords),
      isLong: Number(words.length > longWords),
      number: Number(/\d/u.test(title)),
      aside: Number(aside.test(whole)),
      tellsOutcome: Number(tellsOutcome(whole)),
      isComment: Number(isComment(whole)),
    }
  }
}

function countDocuments(stories: readonly WeighedStory[]): number {
  return stories.reduce((sum, { story }) => sum + story.documents.length, 0)
}

function busiestDay(days: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1)
  const [busiest] = [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return busiest?.[0] ?? ''
}

/** About the weight of a word that the library does not know. */
const unknownWeight = 9

/** How much a word says, whatever the topic. */
function rarityOf(word: string, reader: WordReader | null): number {
  if (reader === null) return 1
  const row = reader.rowOfWord(word)
  return row < 0 ? unknownWeight : (reader.weights[row] ?? 0)
}

/** How many stories each outlet has, as a part of those of the largest. */
function countOutlets(stories: readonly TitledStory[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { outlets } of stories) for (const outlet of outlets) counts.set(outlet, (counts.get(outlet) ?? 0) + 1)
  const largest = Math.max(1, ...counts.values())
  return new Map([...counts].map(([outlet, count]) => [outlet, Math.sqrt(count / largest)]))
}

function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** The stems of a title that say something. */
function stemsOf(title: string): Map<string, string> {
  return new Map(
    tokens(title).flatMap((word) => (word.length > 2 && isContextTerm(word) ? [[lightStem(word), word] as const] : [])),
  )
}

/** A term is common that this part of the stories hold, and this many. */
const [minCommonPart, minCommon] = [0.15, 3]
const maxCommonTerms = 3
/** The number of a game or a part, such as XLVII, says nothing. */
const romanNumeral = /^(?=[ivxl])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/iu

/** Words and phrases beside those of the topic that titles of some days have in common, and more often than others of it, as most of them write them. */
export function findCommonTerms(input: ReportsInput): string[] {
  const { stories, before } = readStories(input)
  const { reader } = input
  const titles = stories.map(({ title }) => title.toLowerCase())
  const least = Math.max(minCommon, minCommonPart * stories.length)
  return termsOf(stories, { stories, weights: weighStems(stories, before), reader })
    .filter((term) => !romanNumeral.test(term))
    .filter((term) => titles.filter((title) => title.includes(term.toLowerCase())).length >= least)
    .slice(0, maxCommonTerms)
}

/** Two titles report the same if their rare words are this near. */
const minSame = 0.5

/** Whether two titles report the same event. */
export function reportSame(one: string, other: string, reader: WordReader | null): boolean {
  const [a, b] = [stemsOf(one), stemsOf(other)]
  const total = (words: Iterable<string>) => sumOf([...words].map((word) => rarityOf(word, reader)))
  const common = total([...a].flatMap(([stem, word]) => (b.has(stem) ? [word] : [])))
  return common >= minSame * Math.sqrt(total(a.values()) * total(b.values())) && common > 0
}
