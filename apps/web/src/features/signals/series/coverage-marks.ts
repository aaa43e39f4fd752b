import type { CoverageGroup, VolumePoint } from '@auspex/sdk'
import type { ChartEdge, ChartShade } from '../../../ui/charts/chart-shades.tsx'
import { addDays, daysBetween } from '../../../lib/dates.ts'
import { formatDay } from '../../../lib/format.ts'

type CoveredPoint = Pick<VolumePoint, 'firstDay' | 'lastDay' | 'coveredDays'>

/** Runs of points of which no source covers a day. */
export const uncoveredSpans = (points: readonly CoveredPoint[]): readonly ChartShade[] => {
  const spans: { first: number; last: number }[] = []
  points.forEach(({ coveredDays }, index) => {
    if (coveredDays > 0) return
    const before = spans.at(-1)
    if (before?.last === index - 1) before.last = index
    else spans.push({ first: index, last: index })
  })
  return spans
}

/** A group that holds a smaller part of what is shown is named below the chart alone. */
const leastPart = 0.05
/** A source that begins or ends this near to the ends of the chart says no more than the chart does. */
const edgeRoom = 0.02

/** Where the sources begin and end inside of the days shown, each in words: "forum posts end 19 Aug 2013". */
export const coverageEdges = (
  groups: readonly Pick<CoverageGroup, 'label' | 'documents' | 'spans' | 'endsOn'>[],
  points: readonly CoveredPoint[],
): readonly ChartEdge[] => {
  const [first, last] = [points[0]?.firstDay, points.at(-1)?.lastDay]
  if (first === undefined || last === undefined) return []
  const days = daysBetween(first, last)
  const isInside = (day: string): boolean => {
    const before = daysBetween(first, day) - 1
    return before >= days * edgeRoom && days - before >= days * edgeRoom
  }
  const all = groups.reduce((sum, { documents }) => sum + documents, 0)
  const edges = groups
    .filter(({ documents }) => documents > 0 && documents >= all * leastPart)
    .flatMap(({ label, spans, endsOn }) => {
      const begins = spans[0]?.firstDay
      return [
        ...(begins !== undefined && isInside(begins)
          ? [{ label, day: begins, words: `begin ${formatDay(begins)}` }]
          : []),
        ...(endsOn !== null && isInside(endsOn)
          ? [{ label, day: addDays(endsOn, 1), words: `end ${formatDay(endsOn)}` }]
          : []),
      ]
    })
  return Object.values(Object.groupBy(edges, ({ words }) => words)).flatMap((same = []) => {
    const [edge] = same
    return edge === undefined
      ? []
      : [
          {
            key: edge.words,
            at: placeOf(edge.day, points),
            label: `${same.map(({ label }) => label).join(' and ')} ${edge.words}`,
          },
        ]
  })
}

/** A day on the scale of the columns: 2.5 is the middle of the third. */
const placeOf = (day: string, points: readonly CoveredPoint[]): number => {
  const index = points.findIndex(({ lastDay }) => day <= lastDay)
  const point = points[index]
  if (point === undefined) return points.length
  const days = daysBetween(point.firstDay, point.lastDay)
  return index + Math.max(0, daysBetween(point.firstDay, day) - 1) / days
}
