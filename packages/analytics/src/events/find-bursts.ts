import { gammaln } from 'simple-statistics'

/** A count that is negative binomial (or Poisson when `width` is 0) with variance `mean (1 + width)`. */
interface CountDistribution {
  /** Above 0. */
  mean: number
  /** Variance over mean, minus 1; 0 or more. */
  width: number
}

/** Below this width the formulas of the negative binomial lose precision. */
const minWidth = 1e-6

/** Natural log of the probability of exactly `count` documents. */
export function logChance({ mean, width }: CountDistribution, count: number): number {
  if (width < minWidth) return count * Math.log(mean) - mean - gammaln(count + 1)
  const size = mean / width
  return (
    gammaln(count + size) -
    gammaln(size) -
    gammaln(count + 1) +
    count * Math.log(width / (1 + width)) -
    size * Math.log1p(width)
  )
}

/** Natural log of the probability of `count` or more: 0 up to the mean, above it bounded by a geometric series. */
function logUpperTail(distribution: CountDistribution, count: number): number {
  const { mean, width } = distribution
  if (count <= mean) return 0
  const size = width < minWidth ? Infinity : mean / width
  // ratio of the probability of count + 1 to that of count; it decreases from here to its limit, so the series bounds
  // the tail
  const ratio = width < minWidth ? mean / (count + 1) : ((count + size) / (count + 1)) * (width / (1 + width))
  return Math.min(0, logChance(distribution, count) - Math.log1p(-Math.min(ratio, 1 - 1e-9)))
}

/** The smallest count whose cumulative probability reaches `part`, in (0, 1). */
export function quantile(distribution: CountDistribution, part: number): number {
  const { mean, width } = distribution
  const spread = Math.sqrt(mean * (1 + width))
  // for large means a normal approximation is exact to the document
  if (mean > 5_000) return Math.max(0, Math.round(mean + spread * (part < 0.5 ? -1.96 : 1.96)))
  let sum = 0
  for (let count = 0; count < mean + 50 * spread + 50; count++) {
    sum += Math.exp(logChance(distribution, count))
    if (sum >= part) return count
  }
  return Math.ceil(mean + 50 * spread)
}

/** The covered days, one value per position. */
export interface BurstInput {
  /** Day of the series for each position. */
  dayIndexes: Int32Array
  counts: Float64Array
  /** Documents expected at the base; above 0. */
  expected: Float64Array
  /** Variance of `expected` itself. */
  doubt: Float64Array
  /** Variance of a day at its base in excess of a Poisson count. */
  scatter: Float64Array
}

/** Days [from, to). */
interface Span {
  from: number
  to: number
}

/** Positions [from, to) that are the hardest to explain together. */
interface Burst extends Span {
  /** Natural log of the probability of such a burst anywhere in a series of this length. */
  log: number
}

export interface BurstLimits {
  /** Bursts that are likelier than this (natural log) are left out. */
  limit: number
  minExcess: number
  minRatio: number
}

interface Judging extends BurstLimits {
  /** See `buildPlaces`. */
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
  const judging = { ...limits, places: buildPlaces(input) }
  for (let from = 0; from < input.counts.length; from++) {
    const burst = findBestBurst(input, from, judging)
    if (burst !== null && burst.log <= 0) candidates.push(burst)
  }
  const chosenBursts: Burst[] = []
  for (const burst of candidates.toSorted((a, b) => a.log - b.log))
    if (chosenBursts.every(({ from, to }) => burst.to <= from || burst.from >= to)) chosenBursts.push(burst)
  // Benjamini & Hochberg (1995): the k-th least likely of them may be k times as likely
  const last = chosenBursts.findLastIndex(({ log }, index) => log <= limits.limit + Math.log(index + 1))
  return chosenBursts.slice(0, last + 1).toSorted((a, b) => a.from - b.from)
}

function findBestBurst(input: BurstInput, from: number, { places, minExcess, minRatio }: Judging): Burst | null {
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
    if (count - high < minExcess || count < high * minRatio) continue
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
function buildPlaces({ expected }: BurstInput): Float64Array {
  const all = expected.reduce((total, usual) => total + usual ** placeWeight, 0)
  return expected.map((usual) => (independentPart * all) / usual ** placeWeight)
}

/**
 * The level of the week before as a multiple of the base, 1 or more, and its squared relative error. The highest day, which may be an event of its
 * own, counts as the second highest.
 */
function levelBefore(
  { dayIndexes: days, counts, expected }: BurstInput,
  from: number,
): { ratio: number; doubt: number } {
  let [count, usual] = [levelShape, levelShape]
  let [first, second] = [0, 0]
  for (let index = from - 1; index >= 0 && (days[index] ?? 0) >= (days[from] ?? 0) - levelDays; index--) {
    const dayCount = counts[index] ?? 0
    count += dayCount
    usual += expected[index] ?? 0
    if (dayCount > first) [first, second] = [dayCount, first]
    else if (dayCount > second) second = dayCount
  }
  count -= first - second
  return { ratio: Math.max(1, count / usual), doubt: 1 / count }
}

/** The chance distribution of the count on the positions [from, to) at the base. */
export function baseDistribution({ expected, doubt, scatter }: BurstInput, { from, to }: Span): CountDistribution {
  let [mean, variance, deviation] = [0, 0, 0]
  for (let index = from; index < to; index++) {
    mean += expected[index] ?? 0
    variance += scatter[index] ?? 0
    // bases of neighbouring days come from the same documents, so their errors add up before they are squared
    deviation += Math.sqrt(doubt[index] ?? 0)
  }
  return { mean, width: (variance + deviation ** 2) / mean }
}

/** The same at a multiple of the base that was counted separately: it excludes the uncertainty of the base. */
function atLevel(
  { expected, scatter }: BurstInput,
  { from, to }: Span,
  { ratio, doubt }: { ratio: number; doubt: number },
): CountDistribution {
  const mean = sumBetween(expected, from, to) * ratio
  return { mean, width: (sumBetween(scatter, from, to) * ratio ** 2) / mean + mean * doubt }
}

function sumBetween(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let index = from; index < to; index++) total += values[index] ?? 0
  return total
}

/** An event on positions: it begins at `from`, and `to` is the first position after it. */
export interface EventSpan {
  from: number
  to: number
  log: number
}

/** A topic is back to normal when a week is at most at the base plus this many deviations. */
const backDays = 7
const backDeviations = 1
/** Bursts that are this close together, without a day at the usual level between them, are one event. */
const maxGapDays = 2
/** An event may begin up to this many days before its least likely stretch. */
const maxDaysBeforeBurst = 2

/**
 * Turns bursts into events: each begins on its likeliest first day and continues until a week is back at the level from before, at most until the
 * next one begins. Adjacent bursts are joined.
 */
export function toEventSpans(input: BurstInput, bursts: readonly Burst[]): EventSpan[] {
  const steps: Burst[] = []
  for (const burst of bursts) {
    const open = steps.at(-1)
    if (open === undefined || !isClimb(input, open, burst)) steps.push(burst)
    else steps[steps.length - 1] = { from: open.from, to: burst.to, log: Math.min(open.log, burst.log) }
  }
  const onsets = steps.map((burst, index) => findOnset(input, burst, steps[index - 1]?.to ?? 0))
  return steps.map((burst, index) => ({
    from: onsets[index] ?? burst.from,
    to: Math.min(findEnd(input, burst), onsets[index + 1] ?? Infinity),
    log: burst.log,
  }))
}

function isClimb({ counts, expected, dayIndexes }: BurstInput, earlier: Burst, later: Burst): boolean {
  if ((dayIndexes[later.from] ?? 0) - (dayIndexes[earlier.to - 1] ?? 0) > maxGapDays) return false
  const minCount = sumBetween(counts, earlier.from, earlier.to) / (earlier.to - earlier.from) / 2
  for (let day = earlier.to; day < later.from; day++)
    if ((counts[day] ?? 0) < Math.max(minCount, expected[day] ?? 0)) return false
  return later.to - earlier.from <= backDays
}

/** The likeliest first day of a step up that ends at the highest day: the days before may be usual days or an early sign. */
function findOnset(input: BurstInput, { from: begin, to }: Burst, earliest: number): number {
  const { counts, expected, scatter } = input
  const from = Math.max(earliest, begin - maxDaysBeforeBurst)
  const { ratio } = levelBefore(input, from)
  let peak = from
  for (let index = from; index < to; index++) if ((counts[index] ?? 0) > (counts[peak] ?? 0)) peak = index
  let [onset, highestFit] = [from, -Infinity]
  for (let start = from; start <= peak; start++) {
    const level = sumBetween(counts, start, peak + 1) / sumBetween(expected, start, peak + 1)
    let log = 0
    for (let index = from; index <= peak; index++) log += fit(index, index < start ? ratio : level)
    if (log > highestFit) [onset, highestFit] = [start, log]
  }
  return onset

  /** Log-likelihood of a day at a multiple of its base, up to a constant. */
  function fit(index: number, level: number): number {
    const [count, usual] = [counts[index] ?? 0, expected[index] ?? 0]
    const [mean, spread] = [usual * level, (scatter[index] ?? 0) / usual ** 2]
    const size = spread * mean
    return count * Math.log(mean) - (size < 1e-6 ? mean : (count + 1 / spread) * Math.log1p(size))
  }
}

/** The position after the last day above the level from before. */
function findEnd(input: BurstInput, { from, to }: Span): number {
  const { counts, expected } = input
  const { ratio } = levelBefore(input, from)
  let end = to
  while (end < counts.length) {
    const next = Math.min(counts.length, end + backDays)
    const { mean, width } = baseDistribution(input, { from: end, to: next })
    const usual = mean * ratio
    if (sumBetween(counts, end, next) <= usual + backDeviations * Math.sqrt(usual * (1 + width * ratio))) break
    end++
  }
  while (end > to && (counts[end - 1] ?? 0) <= (expected[end - 1] ?? 0) * ratio) end--
  return end
}
