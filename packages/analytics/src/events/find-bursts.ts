import { type CountDistribution, logUpperTail } from './count-surprise.ts'

/** The covered days, one value per position. */
export interface BurstInput {
  /** Day of the series for each position. */
  at: Int32Array
  counts: Float64Array
  /** Documents expected at the base; above 0. */
  expected: Float64Array
  /** Variance of `expected` itself. */
  doubt: Float64Array
  /** Variance of a day at its base in excess of a Poisson count. */
  scatter: Float64Array
}

/** Positions [from, to) that are the hardest to explain together. */
export interface Burst {
  from: number
  to: number
  /** Natural log of the probability of such a burst anywhere in a series of this length. */
  log: number
}

export interface BurstLimits {
  /** Bursts that are likelier than this (natural log) are left out. */
  limit: number
  leastExcess: number
  leastRatio: number
}

interface Judging extends BurstLimits {
  /** See `placesOf`. */
  places: Float64Array
}

/** Longest stretch that is tested as a whole; anything longer continues as the tail of its event. */
const maxBurstDays = 7
/**
 * Days are weighted in the search by this power of their expected count; 0 would be Bonferroni. Chosen on the tuning half of `npm run eval --
 * events`.
 */
const placeWeight = 0.8
/** Stretches overlap, so fewer of them are independent than there are days (measured on noise and on shuffled topics). */
const independentPart = 0.65
/** The days directly before, which define the level a burst started from. */
const levelDays = 7
/** The level directly before is the base times a gamma variable with mean 1 and this shape, until it is counted. */
const levelShape = 2

/**
 * Bursts: stretches of up to a week with more documents than explained by the base or by the level of the week before, whichever explains more, so
 * that a second burst on top of a first one counts only what is new. All stretches are rated (a scan statistic, Kulldorff 1997, Communications in
 * Statistics 26), and of overlapping ones the least likely is taken. The probability is multiplied by the number of places at which a stretch of that
 * length could have been (Bonferroni; lengths k weigh 6/(π²k²)). Oldest first.
 */
export function findBursts(input: BurstInput, limits: BurstLimits): Burst[] {
  const candidates: Burst[] = []
  const judging = { ...limits, places: placesOf(input) }
  for (let from = 0; from < input.counts.length; from++) {
    const burst = bestFrom(input, from, judging)
    if (burst !== null && burst.log <= 0) candidates.push(burst)
  }
  const chosenBursts: Burst[] = []
  for (const burst of candidates.toSorted((a, b) => a.log - b.log))
    if (chosenBursts.every(({ from, to }) => burst.to <= from || burst.from >= to)) chosenBursts.push(burst)
  // Benjamini & Hochberg (1995): the k-th least likely of them may be k times as likely
  const last = chosenBursts.findLastIndex(({ log }, index) => log <= limits.limit + Math.log(index + 1))
  return chosenBursts.slice(0, last + 1).toSorted((a, b) => a.from - b.from)
}

function bestFrom(input: BurstInput, from: number, { places, leastExcess, leastRatio }: Judging): Burst | null {
  const { counts, expected } = input
  // a burst begins on a day above the usual level
  if ((counts[from] ?? 0) <= (expected[from] ?? 0)) return null
  const level = levelBefore(input, from)
  let best: Burst | null = null
  let [count, usual] = [0, 0]
  for (let to = from + 1; to <= Math.min(counts.length, from + maxBurstDays); to++) {
    count += counts[to - 1] ?? 0
    usual += expected[to - 1] ?? 0
    const high = usual * level.ratio
    if (count - high < leastExcess || count < high * leastRatio) continue
    const base = baseDistribution(input, { from, to })
    const tail = Math.max(
      logUpperTail(base, count),
      level.ratio > 1 ? logUpperTail(atLevel(input, { from, to }, level), count) : -Infinity,
    )
    const log = tail + Math.log(places[from] ?? 1)
    if (best === null || log < best.log) best = { from, to, log }
  }
  return best
}

/**
 * The number of stretches among which each one is searched for. Days are weighted by their expected count: those of a sparse early archive, which
 * could show little, do not hide what is seen where it is dense. Weighted Bonferroni: Genovese, Roeder & Wasserman (2006), Biometrika 93.
 */
function placesOf({ expected }: BurstInput): Float64Array {
  const all = expected.reduce((total, usual) => total + usual ** placeWeight, 0)
  return expected.map((usual) => (independentPart * all) / usual ** placeWeight)
}

/**
 * The level of the week before as a multiple of the base, 1 or more, and its squared relative error. The highest day, which may be an event of its
 * own, counts as the second highest.
 */
export function levelBefore(
  { at: days, counts, expected }: BurstInput,
  from: number,
): { ratio: number; doubt: number } {
  let [count, usual] = [levelShape, levelShape]
  let [first, second] = [0, 0]
  for (let at = from - 1; at >= 0 && (days[at] ?? 0) >= (days[from] ?? 0) - levelDays; at--) {
    const dayCount = counts[at] ?? 0
    count += dayCount
    usual += expected[at] ?? 0
    if (dayCount > first) [first, second] = [dayCount, first]
    else if (dayCount > second) second = dayCount
  }
  count -= first - second
  return { ratio: Math.max(1, count / usual), doubt: 1 / count }
}

/** The chance distribution of the count on the positions [from, to) at the base. */
export function baseDistribution(
  { expected, doubt, scatter }: BurstInput,
  { from, to }: Pick<Burst, 'from' | 'to'>,
): CountDistribution {
  let [mean, variance, deviation] = [0, 0, 0]
  for (let at = from; at < to; at++) {
    mean += expected[at] ?? 0
    variance += scatter[at] ?? 0
    // bases of neighbouring days come from the same documents, so their errors add up before they are squared
    deviation += Math.sqrt(doubt[at] ?? 0)
  }
  return { mean, width: (variance + deviation ** 2) / mean }
}

/** The same at a multiple of the base that was counted separately: it excludes the uncertainty of the base. */
function atLevel(
  { expected, scatter }: BurstInput,
  { from, to }: Pick<Burst, 'from' | 'to'>,
  { ratio, doubt }: { ratio: number; doubt: number },
): CountDistribution {
  const mean = sum(expected, from, to) * ratio
  return { mean, width: (sum(scatter, from, to) * ratio ** 2) / mean + mean * doubt }
}

function sum(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let at = from; at < to; at++) total += values[at] ?? 0
  return total
}
