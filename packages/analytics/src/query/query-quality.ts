import { createRandom, type Random } from '@auspex/contract/random'

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

/** Simulated libraries for each end of an interval: it then varies by about half a percentage point. */
const simulations = 2_000
/** Up to this many documents a binomial count is drawn one by one, beyond from the normal distribution. */
const maxTrials = 200

/**
 * Estimates precision and recall from a stratified sample. The intervals are melded ones (M. Fay, M. Proschan & E. Brittain 2015, Combining
 * one-sample confidence procedures for inference in the two-sample case, Biometrics 71): each end is simulated with that end of the exact interval of
 * every cell, Clopper & Pearson's. For one large cell they approach that interval. Wilson's is narrower, but holds less often than it says for shares near 1,
 * which most queries have, and has no form for several rates of sampling.
 */
export function estimateQuality(cells: readonly JudgedCell[]): QueryQuality {
  const nonEmpty = cells.filter(({ documents }) => documents > 0)
  const matches = nonEmpty.filter(({ isMatch }) => isMatch)
  const others = nonEmpty.filter(({ isMatch }) => !isMatch)
  const matchLabels = sumOf(matches, ({ labels }) => labels)
  const allLabels = matchLabels + sumOf(others, ({ labels }) => labels)
  if (matchLabels === 0) return { precision: null, recall: null }
  const random = createRandom(1)
  const documents = sumOf(matches, (cell) => cell.documents)
  const relevantMatches = sumOf(matches, relevantDocuments)
  const precision = {
    value: relevantMatches / documents,
    low: quantile(0.025, () => drawTotal(matches, 'low', random) / documents),
    high: quantile(0.975, () => drawTotal(matches, 'high', random) / documents),
    labels: matchLabels,
  }
  const allRelevant = relevantMatches + sumOf(others, relevantDocuments)
  if (allLabels === matchLabels || allRelevant === 0) return { precision, recall: null }
  const recall = {
    value: relevantMatches / allRelevant,
    low: quantile(0.025, () => shareOf(drawTotal(matches, 'low', random), drawTotal(others, 'high', random), 0)),
    high: quantile(0.975, () => shareOf(drawTotal(matches, 'high', random), drawTotal(others, 'low', random), 1)),
    labels: allLabels,
  }
  return { precision, recall }
}

/** The share of the first count in both; `otherwise` when both are 0. */
function shareOf(count: number, rest: number, otherwise: number): number {
  return count + rest === 0 ? otherwise : count / (count + rest)
}

function quantile(at: number, draw: () => number): number {
  const sorted = Array.from({ length: simulations }, draw).toSorted((a, b) => a - b)
  return sorted[Math.round(at * (simulations - 1))] ?? 0
}

/** How many documents of a cell are relevant by its labels; half of them where it has no label, the middle of what is possible. */
function relevantDocuments({ documents, relevantLabels, labels }: JudgedCell): number {
  return documents * (labels === 0 ? 1 / 2 : relevantLabels / labels)
}

function drawTotal(cells: readonly JudgedCell[], end: 'low' | 'high', random: Random): number {
  return sumOf(cells, (cell) => drawRelevant(cell, end, random))
}

/** A number of relevant documents: those labelled, and a binomial count of the others, by one end of the exact interval of their share. */
function drawRelevant({ documents, relevantLabels, labels }: JudgedCell, end: 'low' | 'high', random: Random): number {
  const share = drawShare(relevantLabels, labels, end, random)
  const others = Math.max(0, Math.round(documents) - labels)
  if (others > maxTrials) {
    const drawn = Math.round(others * share + random.normal() * Math.sqrt(others * share * (1 - share)))
    return relevantLabels + Math.min(others, Math.max(0, drawn))
  }
  let count = relevantLabels
  for (let document = 0; document < others; document += 1) if (random.chance(share)) count += 1
  return count
}

/** The quantiles of these beta distributions are the ends of Clopper & Pearson's (1934) interval. */
function drawShare(successes: number, trials: number, end: 'low' | 'high', random: Random): number {
  if (end === 'low') return successes === 0 ? 0 : drawBeta(successes, trials - successes + 1, random)
  return successes === trials ? 1 : drawBeta(successes + 1, trials - successes, random)
}

function drawBeta(a: number, b: number, random: Random): number {
  const first = drawGamma(a, random)
  return first / (first + drawGamma(b, random))
}

/** Marsaglia & Tsang (2000), A simple method for generating gamma variables; for shapes of 1 and more. */
function drawGamma(shape: number, random: Random): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = random.normal()
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

function sumOf<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0)
}
