import { createRandom, type Random } from '@auspex/contract/random'
import { wilsonInterval } from '../series/interval.ts'
import { isContextTerm } from '../contexts/context-terms.ts'

/**
 * Documents that were sampled at one rate, and that the query matches either all or none of: any of them was as likely to be drawn as any other, so
 * the labels of a few stand for all.
 */
export interface JudgedCell {
  /** How many documents it has. */
  documents: number
  isMatch: boolean
  /** How many of them were labelled "about it", and "about it" or "not about it". */
  relevantLabels: number
  labels: number
}

/** A share with its 95 % interval, from this many labels. */
interface QualityShare {
  value: number
  low: number
  high: number
  labels: number
}

interface QueryQuality {
  /** The share of the matches that are about the topic; null without a label among them. */
  precision: QualityShare | null
  /** The share of all documents about the topic that the query matches; null without a label on both sides. */
  recall: QualityShare | null
}

/** Simulated libraries per interval: its ends then vary by less than half a percentage point. */
const simulations = 4_000
/** Jeffreys's prior, a half on each side; a test with planted libraries counts how often the intervals hold. */
const prior = 0.5
/** Up to this many documents a binomial count is drawn one by one, beyond from the normal distribution. */
const maxTrials = 200

/**
 * Estimates precision and recall from a stratified sample. Where all labelled matches are one simple random sample, the interval of precision is
 * Wilson's. Otherwise, and for recall, it is that of W. Webber (2013), Approximate recall confidence intervals, ACM TOIS 31(1): for each cell the
 * number of relevant documents is drawn from its beta-binomial posterior, and the middle 95 % of the resulting shares are taken. Wilson's formula has
 * no form for several rates of sampling, and a normal one is wrong for the few relevant documents outside of a query.
 */
export function estimateQuality(cells: readonly JudgedCell[]): QueryQuality {
  const nonEmpty = cells.filter(({ documents }) => documents > 0)
  const matches = nonEmpty.filter(({ isMatch }) => isMatch)
  const others = nonEmpty.filter(({ isMatch }) => !isMatch)
  const matchLabels = sumOf(matches, ({ labels }) => labels)
  const allLabels = matchLabels + sumOf(others, ({ labels }) => labels)
  if (matchLabels === 0) return { precision: null, recall: null }
  const random = createRandom(1)
  const relevantMatches = sumOf(matches, relevantDocuments)
  const precision = {
    value: relevantMatches / sumOf(matches, ({ documents }) => documents),
    ...precisionInterval(matches, random),
    labels: matchLabels,
  }
  if (allLabels === matchLabels) return { precision, recall: null }
  const relevantOthers = sumOf(others, relevantDocuments)
  const shares = simulate(nonEmpty, random, (counts) => {
    const inMatches = sumOf(counts, (count, index) => (nonEmpty[index]?.isMatch === true ? count : 0))
    const all = sumOf(counts, (count) => count)
    return all === 0 ? null : inMatches / all
  })
  if (relevantMatches + relevantOthers === 0 || shares.length === 0) return { precision, recall: null }
  return {
    precision,
    recall: {
      value: relevantMatches / (relevantMatches + relevantOthers),
      ...intervalOf(shares, { relevantMatches, relevantOthers }),
      labels: allLabels,
    },
  }
}

function precisionInterval(matches: readonly JudgedCell[], random: Random): { low: number; high: number } {
  const [only] = matches
  const wilson = matches.length === 1 && only !== undefined ? wilsonInterval(only.relevantLabels, only.labels) : null
  if (wilson !== null) return wilson
  const documents = sumOf(matches, (cell) => cell.documents)
  const shares = simulate(matches, random, (counts) => sumOf(counts, (count) => count) / documents)
  const relevantMatches = sumOf(matches, relevantDocuments)
  return intervalOf(shares, { relevantMatches, relevantOthers: documents - relevantMatches })
}

/** The middle 95 % of the shares. With no relevant match, or none among the others, one end is as far out as it can be: no label speaks against that. */
function intervalOf(
  shares: number[],
  { relevantMatches, relevantOthers }: { relevantMatches: number; relevantOthers: number },
) {
  const sorted = shares.toSorted((a, b) => a - b)
  const at = (quantile: number) => sorted[Math.round(quantile * (sorted.length - 1))] ?? 0
  return { low: relevantMatches === 0 ? 0 : at(0.025), high: relevantOthers === 0 ? 1 : at(0.975) }
}

/** How many documents of a cell are relevant by its labels; a half of them where it has no label. */
function relevantDocuments({ documents, relevantLabels, labels }: JudgedCell): number {
  return documents * (labels === 0 ? 1 / 2 : relevantLabels / labels)
}

function simulate(
  cells: readonly JudgedCell[],
  random: Random,
  shareOf: (relevant: readonly number[]) => number | null,
): number[] {
  return Array.from({ length: simulations }, () => shareOf(cells.map((cell) => drawRelevant(cell, random)))).filter(
    (share) => share !== null,
  )
}

/** A number of relevant documents from the posterior: those labelled, and a binomial count of the others. */
function drawRelevant({ documents, relevantLabels, labels }: JudgedCell, random: Random): number {
  const chance = drawBeta(relevantLabels + prior, labels - relevantLabels + prior, random)
  const others = Math.max(0, Math.round(documents) - labels)
  if (others > maxTrials) {
    const drawn = Math.round(others * chance + random.normal() * Math.sqrt(others * chance * (1 - chance)))
    return relevantLabels + Math.min(others, Math.max(0, drawn))
  }
  let count = relevantLabels
  for (let document = 0; document < others; document += 1) if (random.chance(chance)) count += 1
  return count
}

function drawBeta(a: number, b: number, random: Random): number {
  const first = drawGamma(a, random)
  return first / (first + drawGamma(b, random))
}

/** Marsaglia & Tsang (2000), A simple method for generating gamma variables, with their boost for shapes below one. */
function drawGamma(shape: number, random: Random): number {
  if (shape < 1) return drawGamma(shape + 1, random) * (1 - random.next()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = random.normal()
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/** A labelled document, with the folded words of its text. */
interface LabelledText {
  words: ReadonlySet<string>
  isMatch: boolean
  isRelevant: boolean
}

/** A word whose addition or exclusion the labels speak for, with the labels of the documents it would gain or lose. */
export interface TermSuggestion {
  kind: 'add' | 'exclude'
  term: string
  relevant: number
  irrelevant: number
}

/** Suggestions per kind. */
const maxSuggestions = 3
/** An exclusion needs this many labels for it: one unwanted document has many words that no other has. */
const minExcluded = 2

/**
 * Words to add to a query, because labelled documents about the topic that it misses have them, and to exclude, because its labelled matches about
 * something else have them. A word is suggested only if the labels for it outnumber those against it two to one. Of words in the same documents only
 * the first by the alphabet is suggested, as the labels cannot tell them apart.
 */
export function suggestTerms(texts: readonly LabelledText[], queryWords: ReadonlySet<string>): TermSuggestion[] {
  const additions = countTerms(
    texts.filter(({ isMatch }) => !isMatch),
    queryWords,
  )
    .filter(({ relevant, irrelevant }) => relevant > 0 && relevant >= 2 * irrelevant)
    .toSorted((a, b) => b.relevant - b.irrelevant - (a.relevant - a.irrelevant) || compare(a.term, b.term))
  const exclusions = countTerms(
    texts.filter(({ isMatch }) => isMatch),
    queryWords,
  )
    .filter(({ relevant, irrelevant }) => irrelevant >= minExcluded && irrelevant >= 2 * relevant)
    .toSorted((a, b) => b.irrelevant - 2 * b.relevant - (a.irrelevant - 2 * a.relevant) || compare(a.term, b.term))
  return [...chooseDistinct('add', additions), ...chooseDistinct('exclude', exclusions)]
}

interface TermLabels {
  term: string
  relevant: number
  irrelevant: number
  /** Which of the texts have it. */
  places: string
}

function countTerms(texts: readonly LabelledText[], queryWords: ReadonlySet<string>): TermLabels[] {
  const places = new Map<string, number[]>()
  for (const [index, { words }] of texts.entries())
    for (const word of words)
      if (isContextTerm(word) && !queryWords.has(word)) places.set(word, [...(places.get(word) ?? []), index])
  return [...places].map(([term, indexes]) => {
    const relevant = indexes.filter((index) => texts[index]?.isRelevant === true).length
    return { term, relevant, irrelevant: indexes.length - relevant, places: indexes.join(' ') }
  })
}

function chooseDistinct(kind: TermSuggestion['kind'], terms: readonly TermLabels[]): TermSuggestion[] {
  const seen = new Set<string>()
  const distinct = terms.filter(({ places }) => !seen.has(places) && seen.add(places))
  return distinct
    .slice(0, maxSuggestions)
    .map(({ term, relevant, irrelevant }) => ({ kind, term, relevant, irrelevant }))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function sumOf<T>(items: readonly T[], valueOf: (item: T, index: number) => number): number {
  return items.reduce((sum, item, index) => sum + valueOf(item, index), 0)
}
