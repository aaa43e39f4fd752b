import type { CoveredRun } from './covered-runs.ts'

/** Documents a day of a group of documents that begin and end together, over days that all groups share, oldest first. */
export interface GroupSeries {
  /** Documents of the topic, or its stories. */
  counts: ArrayLike<number>
  /** All documents of the group; null when nobody knows how many there are. */
  totals: ArrayLike<number> | null
  /** The days that it covers. Others say nothing, whatever `counts` holds of them. */
  runs: readonly CoveredRun[]
}

/** A topic as it can be compared over time. */
export interface CoveredSeries {
  /** What the groups count on the covered days, up to the last one that can be told of; null for a day that nothing covers. */
  counts: (number | null)[]
  /**
   * What a day could hold; null for a day that nothing covers. Basis share: documents of the groups, each weighted by how much more often
   * than the whole it names the topic, so that counts over exposure are a share. Basis count: 1 where all groups cover the
   * day, less where some do not, so that counts over exposure are documents a day.
   */
  exposure: (number | null)[]
  /** `share` where the totals of all groups that hold the topic are known. */
  basis: 'share' | 'count'
}

/** A group that holds less of the topic does not say how far the topic can be told: its last days would say nothing of the rest. */
const leastPart = 0.1

/**
 * Joins groups over the days that each covers, so that one that ends, pauses, joins or thins out moves nothing. Indirect standardisation
 * (Breslow & Day 1987, Statistical Methods in Cancer Research II, §2.3): each group's documents are weighted by its own share of the topic
 * over all its covered days. The series ends with the last day covered by a group that holds at least a tenth of the topic's covered
 * documents: what is left after it is too small a part to compare with. Null where no covered day has a document.
 */
export function joinCovered(groups: readonly GroupSeries[]): CoveredSeries | null {
  const telling = groups
    .map((group) => ({ group, matched: sumCovered(group.counts, group.runs) }))
    .filter(({ matched }) => matched > 0)
  const all = telling.reduce((sum, { matched }) => sum + matched, 0)
  if (all === 0) return null
  const basis = telling.every(({ group }) => group.totals !== null) ? 'share' : 'count'
  const length = Math.max(
    ...telling.map(({ group, matched }) => (matched >= leastPart * all ? (group.runs.at(-1)?.to ?? 0) : 0)),
  )
  const sizes = telling.map(({ group: { totals, runs } }) => sumCovered(basis === 'share' ? totals : null, runs))
  const rates = telling.map(({ matched }, index) => matched / Math.max(1, sizes[index] ?? 1))
  const size = sizes.reduce((sum, one) => sum + one, 0)
  const usual = basis === 'share' ? all / size : rates.reduce((sum, rate) => sum + rate, 0)
  const counts = [...new Float64Array(length)]
  const exposure = [...new Float64Array(length)]
  telling.forEach(({ group }, index) => {
    const weight = (rates[index] ?? 0) / usual
    for (const { from, to } of group.runs)
      for (let day = from; day < Math.min(to, length); day++) {
        counts[day] = (counts[day] ?? 0) + (group.counts[day] ?? 0)
        const held = basis === 'count' || group.totals === null ? 1 : (group.totals[day] ?? 0)
        exposure[day] = (exposure[day] ?? 0) + weight * held
      }
  })
  const isCovered = (day: number) => (exposure[day] ?? 0) > 0
  return {
    counts: counts.map((count, day) => (isCovered(day) ? count : null)),
    exposure: exposure.map((held, day) => (isCovered(day) ? held : null)),
    basis,
  }
}

/**
 * The series as `momentum` and `stage` take it: no day has more documents than exposure, which a ratio of rates does not
 * notice.
 */
export function toComparable({ counts, exposure }: Pick<CoveredSeries, 'counts' | 'exposure'>): {
  counts: (number | null)[]
  exposure: (number | null)[]
} {
  const most = Math.max(1, ...counts.map((count, day) => (count ?? 0) / (exposure[day] ?? Infinity)))
  // a hair above, because rounding must not leave a day with more documents than exposure
  const scale = most === 1 ? 1 : most * (1 + 1e-9)
  return { counts, exposure: exposure.map((held) => (held === null ? null : held * scale)) }
}

/** Days count 1 each where there are no values. */
function sumCovered(values: ArrayLike<number> | null, runs: readonly CoveredRun[]): number {
  let sum = 0
  for (const { from, to } of runs) for (let day = from; day < to; day++) sum += values === null ? 1 : (values[day] ?? 0)
  return sum
}
