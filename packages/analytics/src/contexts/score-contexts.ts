import { probit } from 'simple-statistics'
import { type Interval, z95 } from '../series/interval.ts'
import { compareText } from '../text/compare-text.ts'

/** Counts of one term, and the samples of the signal and of the library they were made on. */
export interface BackgroundInput {
  /** Documents with the term among the `read` ones of the signal. */
  hits: number
  sampledDocuments: number
  /** All documents of the signal. */
  matchingDocuments: number
  /** Documents with the term among the `backgroundTotal` that were counted of the library's `library`. */
  background: number
  backgroundTotal: number
  libraryDocuments: number
}

/**
 * Removes a signal's own share from a background that was counted on another sample than the signal: of `f = backgroundTotal / library` of the
 * library, `matched · f` documents belong to the signal, and `hits / read` of those contain the term. Returns the two counts in the form that
 * `scoreContexts` and `contextAssociation` take, which includes the hits. Never below zero: a term that occurs nowhere else has none outside.
 */
export function backgroundWithoutSignal(input: BackgroundInput): { background: number; backgroundTotal: number } {
  const { hits, sampledDocuments, matchingDocuments, background, backgroundTotal, libraryDocuments } = input
  const fraction = libraryDocuments <= 0 ? 0 : Math.min(1, backgroundTotal / libraryDocuments)
  const signalHits = sampledDocuments <= 0 ? 0 : (hits / sampledDocuments) * matchingDocuments * fraction
  const outside = Math.max(0, Math.round(background - signalHits))
  const outsideTotal = Math.max(0, Math.round(backgroundTotal - matchingDocuments * fraction))
  return { background: Math.min(outside, outsideTotal) + hits, backgroundTotal: outsideTotal + sampledDocuments }
}

/** A term or entity with the number of documents that contain it: `hits` among the signal's, `background` among all (including hits). */
export interface ContextCandidate {
  term: string
  hits: number
  background: number
}

/** A term that occurs in the signal's documents more often than elsewhere. */
export interface ScoredContext extends ContextCandidate {
  /** Log-likelihood ratio G² of the 2×2 table, ≥ 0; χ² with one degree of freedom under independence. */
  gSquared: number
  /** How many times likelier a document of the signal contains the term than any other, shrunk towards 1; bounds at 95 %. */
  lift: number
  liftInterval: Interval
  /** Whether G² exceeds chance at 5 % after Bonferroni's correction over all candidates that were compared. */
  isSignificant: boolean
}

/** Candidates with the sizes of the two sets of documents; `backgroundTotal` includes `hitsTotal`. */
export interface ContextInput {
  candidates: readonly ContextCandidate[]
  hitsTotal: number
  backgroundTotal: number
  /** Terms in fewer documents of the signal are not compared. */
  minHits: number
  /** Terms to leave out: the query's own words. */
  exclude: ReadonlySet<string>
}

const significance = 0.05
/**
 * The prior of the lift is a gamma distribution around 1, worth this many documents that contain the term as often as the library does (gamma-Poisson
 * shrinkage, as DuMouchel 1999): a term that occurs nowhere else gets a lift that its few documents can support.
 */
const priorCount = 1

/**
 * Ranks what co-occurs with a signal by Dunning's log-likelihood ratio (1993, Accurate methods for the statistics of surprise and coincidence),
 * which, unlike lift, is not dominated by rare words. Only terms that are more frequent in the signal are returned. Empty when there is nothing to
 * compare with (no documents outside the signal).
 */
export function scoreContexts(input: ContextInput): ScoredContext[] {
  const { candidates, hitsTotal, backgroundTotal, minHits, exclude } = input
  const outsideTotal = backgroundTotal - hitsTotal
  if (hitsTotal <= 0 || outsideTotal <= 0) return []
  const compared = candidates.filter(({ term, hits }) => hits >= Math.max(1, minHits) && !exclude.has(term))
  const critical = criticalG(compared.length)
  return compared
    .map((candidate) => scoreContext(candidate, { hitsTotal, outsideTotal, critical }))
    .filter((context) => context.lift > 1)
    .toSorted((a, b) => b.gSquared - a.gSquared || compareText(a.term, b.term))
}

/** How strongly one term is associated with a signal; see `scoreContexts`. Null when there is nothing to compare with. */
export function contextAssociation({
  hits,
  background,
  hitsTotal,
  backgroundTotal,
}: Omit<ContextCandidate, 'term'> & { hitsTotal: number; backgroundTotal: number }): Pick<
  ScoredContext,
  'lift' | 'liftInterval' | 'gSquared'
> | null {
  const outsideTotal = backgroundTotal - hitsTotal
  if (hits <= 0 || outsideTotal <= 0) return null
  const { lift, liftInterval, gSquared } = scoreContext(
    { term: '', hits, background },
    { hitsTotal, outsideTotal, critical: 0 },
  )
  return { lift, liftInterval, gSquared }
}

function criticalG(comparisons: number): number {
  return comparisons === 0 ? 0 : probit(1 - significance / (2 * comparisons)) ** 2
}

function scoreContext(
  candidate: ContextCandidate,
  { hitsTotal, outsideTotal, critical }: { hitsTotal: number; outsideTotal: number; critical: number },
): ScoredContext {
  const { hits, background } = candidate
  // A sampled or older background may contain fewer documents than the signal does.
  const outside = Math.min(Math.max(0, background - hits), outsideTotal)
  const gSquared = logLikelihoodRatio([hits, hitsTotal - hits, outside, outsideTotal - outside])
  // Expected hits if the term were as common in the signal as outside
  const expected = (hitsTotal * outside) / outsideTotal
  const lift = (hits + priorCount) / (expected + priorCount)
  const half = z95 * Math.sqrt(Math.max(0, liftVariance({ hits, hitsTotal, outside, outsideTotal, expected })))
  return {
    ...candidate,
    gSquared,
    lift,
    liftInterval: { low: lift * Math.exp(-half), high: lift * Math.exp(half) },
    isSignificant: gSquared > critical,
  }
}

/**
 * Variance of the log of the shrunk lift: that of the observed count, and that of the expected one to the extent that it outweighs the prior. The
 * terms 1/n are those of Katz et al. (1978), because both counts are proportions of a total.
 */
function liftVariance(counts: {
  hits: number
  hitsTotal: number
  outside: number
  outsideTotal: number
  expected: number
}): number {
  const { hits, hitsTotal, outside, outsideTotal, expected } = counts
  const observed = 1 / (hits + priorCount) - 1 / (hitsTotal + priorCount)
  if (outside === 0) return observed
  const weight = expected / (expected + priorCount)
  return observed + weight ** 2 * (1 / outside - 1 / outsideTotal)
}

/** G² = 2 Σ observed · ln(observed / expected) of the table [a, b; c, d]. */
function logLikelihoodRatio([a, b, c, d]: [number, number, number, number]): number {
  const n = a + b + c + d
  const cell = (observed: number, row: number, column: number): number =>
    observed === 0 ? 0 : observed * Math.log((observed * n) / (row * column))
  const sum = cell(a, a + b, a + c) + cell(b, a + b, b + d) + cell(c, c + d, a + c) + cell(d, c + d, b + d)
  return Math.max(0, 2 * sum)
}
