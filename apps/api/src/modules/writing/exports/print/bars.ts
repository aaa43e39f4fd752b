import type { VolumeSection } from '@auspex/sdk/types'

/** One bar of a chart over time. */
export interface Bar {
  /** First day of its interval. */
  day: string
  documents: number
  /** Whether a source covers any of its days; otherwise few documents mean a gap, not silence. */
  isCovered: boolean
}

type Point = Pick<VolumeSection['points'][number], 'firstDay' | 'documents' | 'coveredDays'>

/** The bars that a chart draws, and how many documents lie on the days that it leaves out. */
export interface DrawnBars {
  bars: Bar[]
  leftOut: number
}

/** The part of the documents that may lie outside of the bars drawn; of fewer than 50, none may. */
const outsideShare = 0.01
/** The room on each side, as a part of the bars drawn. */
const margin = 0.06
/** Fewer empty bars than this part of all are not worth leaving out. */
const minSaving = 0.2

/** The points of a series as bars, where 99% of its documents are. */
export function toBars({ points }: { points: readonly Point[] }): DrawnBars {
  const counts = points.map(({ documents }) => documents)
  const { first, last } = drawnSpan(counts)
  const drawnPoints = points.slice(first, last + 1)
  return {
    bars: drawnPoints.map(({ firstDay, documents, coveredDays }) => ({
      day: firstDay,
      documents,
      isCovered: coveredDays > 0,
    })),
    leftOut: sumOf(counts) - sumOf(counts.slice(first, last + 1)),
  }
}

/** The first and last of some counts to draw: where 99% of the documents are, as the screen draws them, since empty years would press the others together. */
export function drawnSpan(counts: readonly number[]): { first: number; last: number } {
  const run = densestRun(counts)
  const room = Math.max(1, Math.round((run.last - run.first + 1) * margin))
  const [first, last] = [Math.max(0, run.first - room), Math.min(counts.length - 1, run.last + room)]
  return last - first + 1 > counts.length * (1 - minSaving) ? { first: 0, last: counts.length - 1 } : { first, last }
}

/** Where the shortest run of counts that holds 99% of the documents begins and ends; all of them without documents. */
function densestRun(counts: readonly number[]): { first: number; last: number } {
  const total = sumOf(counts)
  let best = { first: 0, last: counts.length - 1 }
  if (total === 0) return best
  const needed = total - Math.round(total * outsideShare)
  let [first, filled] = [0, 0]
  counts.forEach((count, last) => {
    filled += count
    while (filled - (counts[first] ?? 0) >= needed) {
      filled -= counts[first] ?? 0
      first += 1
    }
    if (filled >= needed && last - first < best.last - best.first) best = { first, last }
  })
  return best
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
