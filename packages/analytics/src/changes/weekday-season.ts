/** A weekly pattern is looked for in at least this many days. */
const leastDays = 28
const week = 7

/** How much each weekday holds of a usual day, and whether that is more than chance. */
export interface WeekdaySeason {
  /** Seven factors with mean 1, of the weekday of the series' first day first. All 1 when there is no season. */
  factors: number[]
  isSeasonal: boolean
}

/**
 * Weekday factors of a daily series: what a weekday holds over what the seven days around it hold on average, counts over
 * exposure. Taken as a season when the days around their week repeat after 7 and 14 days: both autocorrelations above
 * 1.64/√n and, at 7, above those of the lags beside it (the ACF rule). Outliers are cut at three times the level around.
 */
export function weekdaySeason({
  counts,
  exposure,
}: {
  counts: readonly (number | null)[]
  exposure?: readonly (number | null)[]
}): WeekdaySeason {
  const flat = { factors: Array.from({ length: week }, () => 1), isSeasonal: false }
  if (counts.length < leastDays) return flat
  const { ratios, weights } = againstWeek(counts, exposure)
  const at = (lag: number) => autocorrelation(ratios, weights, lag)
  const limit = 1.64 / Math.sqrt(counts.length)
  const isSeasonal = at(week) > limit && at(2 * week) > limit && at(week) > Math.max(at(week - 1), at(week + 1))
  return isSeasonal ? { factors: factorsOf(ratios, weights), isSeasonal } : flat
}

/** Each day over the mean of the seven days around it, minus 1; weight is that mean, 0 where it cannot be told. */
function againstWeek(counts: readonly (number | null)[], exposure: readonly (number | null)[] | undefined) {
  const ratios = new Float64Array(counts.length)
  const weights = new Float64Array(counts.length)
  for (let day = 3; day < counts.length - 3; day++) {
    let [count, total, covered] = [0, 0, 0]
    for (let near = day - 3; near <= day + 3; near++) {
      const [n, e] = [counts[near] ?? null, exposure === undefined ? 1 : (exposure[near] ?? null)]
      if (n === null || e === null || e <= 0) continue
      count += n
      total += e
      covered++
    }
    const [own, ownTotal] = [counts[day] ?? null, exposure === undefined ? 1 : (exposure[day] ?? 0)]
    if (covered < week || own === null || ownTotal <= 0 || count === 0) continue
    const expected = (count / total) * ownTotal
    ratios[day] = Math.min(3, own / expected) - 1
    weights[day] = expected
  }
  return { ratios, weights }
}

function autocorrelation(values: Float64Array, weights: Float64Array, lag: number): number {
  let [product, square] = [0, 0]
  for (let at = 0; at < values.length; at++) {
    if ((weights[at] ?? 0) === 0) continue
    square += (values[at] ?? 0) ** 2
    if (at >= lag && (weights[at - lag] ?? 0) > 0) product += (values[at] ?? 0) * (values[at - lag] ?? 0)
  }
  return square === 0 ? 0 : product / square
}

function factorsOf(ratios: Float64Array, weights: Float64Array): number[] {
  const sums = new Float64Array(week)
  const totals = new Float64Array(week)
  for (let at = 0; at < ratios.length; at++) {
    // a weight that grows with the root of the level: high days tell more, but one loud week does not decide
    const weight = Math.sqrt(weights[at] ?? 0)
    sums[at % week] = (sums[at % week] ?? 0) + weight * ((ratios[at] ?? 0) + 1)
    totals[at % week] = (totals[at % week] ?? 0) + weight
  }
  const factors = Array.from(sums, (sum, day) => Math.max(0.02, sum / Math.max(totals[day] ?? 0, Number.EPSILON)))
  const mean = factors.reduce((sum, factor) => sum + factor, 0) / week
  return factors.map((factor) => factor / mean)
}
