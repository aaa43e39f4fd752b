import type { CoveredRun } from './covered-runs.ts'

/** Documents a day in a group of documents that begin and end together, over days that all groups share, oldest first. */
export interface GroupSeries {
  /** Documents of the topic, or its stories. */
  counts: ArrayLike<number>
  /** All documents of the group; null when unknown. */
  totals: ArrayLike<number> | null
  /** The days that it covers. Other days are ignored, whatever `counts` contains for them. */
  runs: readonly CoveredRun[]
}

/** A topic in a form that can be compared over time. */
export interface CoveredSeries {
  /** The counts of the groups on the covered days, up to the last comparable one; null for a day that nothing covers. */
  counts: (number | null)[]
  /**
   * The possible volume of a day; null for a day that nothing covers. Basis share: documents of the groups, each weighted by how much more often than
   * the whole it names the topic, so that counts over exposure are a share. Basis count: 1 where all groups cover the day, less where some do not, so
   * that counts over exposure are documents a day.
   */
  exposure: (number | null)[]
  /** `share` where the totals of all groups with documents of the topic are known. */
  basis: 'share' | 'count'
}

/** A group with less of the topic does not extend the series: its last days would say nothing about the rest. */
const minPart = 0.1

/**
 * Joins groups over the days that each covers, so that one that ends, pauses, joins or thins out changes nothing. Indirect standardisation (Breslow &
 * Day 1987, Statistical Methods in Cancer Research II, §2.3): each group's documents are weighted by its own share of the topic over all its covered
 * days. The series ends with the last day covered by a group that has at least a tenth of the topic's covered documents: what remains after it is too
 * small a part to compare with. Null where no covered day has a document.
 */
export function joinCovered(groups: readonly GroupSeries[]): CoveredSeries | null {
  const matchingGroups = groups
    .map((group) => ({ group, matched: sumCovered(group.counts, group.runs) }))
    .filter(({ matched }) => matched > 0)
  const all = matchingGroups.reduce((sum, { matched }) => sum + matched, 0)
  if (all === 0) return null
  const basis = matchingGroups.every(({ group }) => group.totals !== null) ? 'share' : 'count'
  const length = Math.max(
    ...matchingGroups.map(({ group, matched }) => (matched >= minPart * all ? (group.runs.at(-1)?.to ?? 0) : 0)),
  )
  const sizes = matchingGroups.map(({ group: { totals, runs } }) => sumCovered(basis === 'share' ? totals : null, runs))
  const rates = matchingGroups.map(({ matched }, index) => matched / Math.max(1, sizes[index] ?? 1))
  const size = sizes.reduce((sum, one) => sum + one, 0)
  const usual = basis === 'share' ? all / size : rates.reduce((sum, rate) => sum + rate, 0)
  const counts = [...new Float64Array(length)]
  const exposure = [...new Float64Array(length)]
  matchingGroups.forEach(({ group }, index) => {
    const weight = (rates[index] ?? 0) / usual
    for (const { from, to } of group.runs)
      for (let day = from; day < Math.min(to, length); day++) {
        counts[day] = (counts[day] ?? 0) + (group.counts[day] ?? 0)
        const groupExposure = basis === 'count' || group.totals === null ? 1 : (group.totals[day] ?? 0)
        exposure[day] = (exposure[day] ?? 0) + weight * groupExposure
      }
  })
  const isCovered = (day: number) => (exposure[day] ?? 0) > 0
  return {
    counts: counts.map((count, day) => (isCovered(day) ? count : null)),
    exposure: exposure.map((dayExposure, day) => (isCovered(day) ? dayExposure : null)),
    basis,
  }
}

/** The series in the form that `momentum` and `stage` take: no day has more documents than exposure, which a ratio of rates does not depend on. */
export function toComparable({ counts, exposure }: Pick<CoveredSeries, 'counts' | 'exposure'>): {
  counts: (number | null)[]
  exposure: (number | null)[]
} {
  const maxRate = Math.max(1, ...counts.map((count, day) => (count ?? 0) / (exposure[day] ?? Infinity)))
  // slightly above, because rounding must not leave a day with more documents than exposure
  const scale = maxRate === 1 ? 1 : maxRate * (1 + 1e-9)
  return { counts, exposure: exposure.map((held) => (held === null ? null : held * scale)) }
}

/** Without values, each day counts 1. */
function sumCovered(values: ArrayLike<number> | null, runs: readonly CoveredRun[]): number {
  let sum = 0
  for (const { from, to } of runs) for (let day = from; day < to; day++) sum += values === null ? 1 : (values[day] ?? 0)
  return sum
}
