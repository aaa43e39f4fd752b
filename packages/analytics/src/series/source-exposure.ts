/** Documents a day of one source: those that match, and all of them. Both arrays have the same length, oldest first. */
export interface SourceSeries {
  counts: readonly number[]
  totals: readonly number[]
}

export interface PooledSeries {
  counts: number[]
  /** For `momentum`: proportional to the documents expected if no source changed its share. */
  exposure: number[]
}

/**
 * Joins several sources so that growth means growth of the share in each source's own total: a source that publishes more, or that was added last
 * week, is not growth of a term that it always names often. Indirect standardisation (Breslow & Day 1987, Statistical Methods in Cancer Research II,
 * §2.3): each source's total is weighted by its own share over the whole time. With one source the exposure is its total. The scale is chosen so that
 * no day has more documents than exposure; a ratio of rates does not depend on it. Sources without a match are left out, because they say nothing
 * about growth.
 */
export function poolSources(sources: readonly SourceSeries[]): PooledSeries {
  const matchingSources = sources.filter(({ counts, totals }) => sumOf(counts) > 0 && sumOf(totals) > 0)
  const days = Math.max(0, ...sources.map(({ counts }) => counts.length))
  const counts = Array.from({ length: days }, (_, day) =>
    sumOf(matchingSources.map((source) => source.counts[day] ?? 0)),
  )
  const matched = sumOf(counts)
  const all = sumOf(matchingSources.map(({ totals }) => sumOf(totals)))
  const weights = matchingSources.map(
    (source) => ((sumOf(source.counts) / sumOf(source.totals)) * all) / Math.max(1, matched),
  )
  const expected = counts.map((_, day) =>
    matchingSources.reduce((sum, { totals }, index) => sum + (weights[index] ?? 0) * (totals[day] ?? 0), 0),
  )
  const scale = Math.max(1, ...counts.map((count, day) => ratioOf(count, expected[day] ?? 0)))
  // Slightly above, because rounding must not leave a day with more documents than exposure
  return { counts, exposure: expected.map((value) => (scale === 1 ? value : value * scale * (1 + 1e-9))) }
}

function ratioOf(count: number, expected: number): number {
  return expected > 0 ? count / expected : 0
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
