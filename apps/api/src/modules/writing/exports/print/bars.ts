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

/** The points of a series as bars, where 99 % of its documents are, as the screen draws them: years without any would press the others together. */
export function toBars({ points }: { points: readonly Point[] }): DrawnBars {
  const run = densestRun(points)
  const room = Math.max(1, Math.round((run.last - run.first + 1) * margin))
  const [first, last] = [Math.max(0, run.first - room), Math.min(points.length - 1, run.last + room)]
  const drawn = last - first + 1 > points.length * (1 - minSaving) ? points : points.slice(first, last + 1)
  return {
    bars: drawn.map(({ firstDay, documents, coveredDays }) => ({
      day: firstDay,
      documents,
      isCovered: coveredDays > 0,
    })),
    leftOut: sumOf(points) - sumOf(drawn),
  }
}

/** Where the shortest run of points that holds 99 % of the documents begins and ends; all points without documents. */
function densestRun(points: readonly Point[]): { first: number; last: number } {
  const total = sumOf(points)
  let best = { first: 0, last: points.length - 1 }
  if (total === 0) return best
  const needed = total - Math.round(total * outsideShare)
  let [first, held] = [0, 0]
  points.forEach((point, last) => {
    held += point.documents
    while (held - (points[first]?.documents ?? 0) >= needed) {
      held -= points[first]?.documents ?? 0
      first += 1
    }
    if (held >= needed && last - first < best.last - best.first) best = { first, last }
  })
  return best
}

function sumOf(points: readonly Point[]): number {
  return points.reduce((sum, { documents }) => sum + documents, 0)
}
