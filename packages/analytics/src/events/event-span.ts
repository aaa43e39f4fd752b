import { baseDistribution, type Burst, type BurstInput, levelBefore } from './find-bursts.ts'

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
const joinDays = 2
/** An event may begin up to this many days before its least likely stretch. */
const heraldDays = 2

/**
 * Turns bursts into events: each begins on its likeliest first day and continues until a week is back at the level from before, at most until the
 * next one begins. Adjacent bursts are joined.
 */
export function eventSpans(input: BurstInput, bursts: readonly Burst[]): EventSpan[] {
  const steps: Burst[] = []
  for (const burst of bursts) {
    const open = steps.at(-1)
    if (open === undefined || !isClimb(input, open, burst)) steps.push(burst)
    else steps[steps.length - 1] = { from: open.from, to: burst.to, log: Math.min(open.log, burst.log) }
  }
  const onsets = steps.map((burst, index) => onsetOf(input, burst, steps[index - 1]?.to ?? 0))
  return steps.map((burst, index) => ({
    from: onsets[index] ?? burst.from,
    to: Math.min(endOf(input, burst), onsets[index + 1] ?? Infinity),
    log: burst.log,
  }))
}

function isClimb({ counts, expected, at }: BurstInput, earlier: Burst, later: Burst): boolean {
  if ((at[later.from] ?? 0) - (at[earlier.to - 1] ?? 0) > joinDays) return false
  const minCount = sum(counts, earlier.from, earlier.to) / (earlier.to - earlier.from) / 2
  for (let day = earlier.to; day < later.from; day++)
    if ((counts[day] ?? 0) < Math.max(minCount, expected[day] ?? 0)) return false
  return later.to - earlier.from <= backDays
}

/** The likeliest first day of a step up that ends at the highest day: the days before may be usual days or an early sign. */
function onsetOf(input: BurstInput, { from: begin, to }: Burst, earliest: number): number {
  const { counts, expected, scatter } = input
  const from = Math.max(earliest, begin - heraldDays)
  const { ratio } = levelBefore(input, from)
  let peak = from
  for (let at = from; at < to; at++) if ((counts[at] ?? 0) > (counts[peak] ?? 0)) peak = at
  let [onset, highestFit] = [from, -Infinity]
  for (let start = from; start <= peak; start++) {
    const level = sum(counts, start, peak + 1) / sum(expected, start, peak + 1)
    let log = 0
    for (let at = from; at <= peak; at++) log += fit(at, at < start ? ratio : level)
    if (log > highestFit) [onset, highestFit] = [start, log]
  }
  return onset

  /** Log-likelihood of a day at a multiple of its base, up to a constant. */
  function fit(at: number, level: number): number {
    const [count, usual] = [counts[at] ?? 0, expected[at] ?? 0]
    const [mean, spread] = [usual * level, (scatter[at] ?? 0) / usual ** 2]
    const size = spread * mean
    return count * Math.log(mean) - (size < 1e-6 ? mean : (count + 1 / spread) * Math.log1p(size))
  }
}

/** The position after the last day above the level from before. */
function endOf(input: BurstInput, { from, to }: Pick<Burst, 'from' | 'to'>): number {
  const { counts, expected } = input
  const { ratio } = levelBefore(input, from)
  let end = to
  while (end < counts.length) {
    const next = Math.min(counts.length, end + backDays)
    const { mean, width } = baseDistribution(input, { from: end, to: next })
    const usual = mean * ratio
    if (sum(counts, end, next) <= usual + backDeviations * Math.sqrt(usual * (1 + width * ratio))) break
    end++
  }
  while (end > to && (counts[end - 1] ?? 0) <= (expected[end - 1] ?? 0) * ratio) end--
  return end
}

function sum(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let at = from; at < to; at++) total += values[at] ?? 0
  return total
}
