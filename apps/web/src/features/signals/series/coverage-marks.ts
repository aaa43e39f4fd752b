import type { CoverageGroup, Measurement, VolumePoint } from '@auspex/sdk'
import type { ChartShade, ChartEdge } from '../../../ui/charts/chart-shades.tsx'
import { addDays, daysBetween } from '../../../lib/time/dates.ts'
import { formatDay } from '../../../lib/time/format.ts'

/** The label of an archive ends with its years: "Forum posts, 2006–2013". */
const labelOfArchive = /^(?<kind>.+), (?<years>\d{4}(?:–\d{4})?)$/

/** The kind of documents in a coverage group, and the years that distinguish its archive from others of the same kind. */
const partsOfGroup = (label: string): { kind: string; years: string | null } => {
  const { kind = label, years = null } = labelOfArchive.exec(label)?.groups ?? {}
  return { kind, years }
}

/** The name of a coverage group within a sentence, where a comma would split it: "Forum posts (2006–2013)". */
export const nameOfGroup = (label: string, { hasYears = true } = {}): string => {
  const { kind, years } = partsOfGroup(label)
  return years === null || !hasYears ? kind : `${kind} (${years})`
}

type CoveredPoint = Pick<VolumePoint, 'firstDay' | 'lastDay' | 'coveredDays'>

/** Runs of points without a covered day. The current day is not a gap: it cannot have been read to its end. */
export const uncoveredSpans = (points: readonly CoveredPoint[], today: string): readonly ChartShade[] => {
  const spans: { first: number; last: number }[] = []
  points.forEach(({ coveredDays, firstDay }, index) => {
    if (coveredDays > 0 || firstDay >= today) return
    const before = spans.at(-1)
    if (before?.last === index - 1) before.last = index
    else spans.push({ first: index, last: index })
  })
  return spans
}

/** The minimum share of the visible documents for a group to be labelled in the chart; smaller ones are named only below it. */
const minShare = 0.05
/** A source that begins or ends this close to the ends of the chart adds no information. */
const edgeRoom = 0.02

type Group = Pick<CoverageGroup, 'label' | 'documents' | 'spans' | 'endsOn'>

/** Where sources begin and end within the visible days, in words: "Forum posts up to 19 Aug 2013". */
export const coverageEdges = (groups: readonly Group[], points: readonly CoveredPoint[]): readonly ChartEdge[] => {
  const [first, last] = [points[0]?.firstDay, points.at(-1)?.lastDay]
  if (first === undefined || last === undefined) return []
  const days = daysBetween(first, last)
  const isInside = (day: string): boolean => {
    const before = daysBetween(first, day) - 1
    return before >= days * edgeRoom && days - before >= days * edgeRoom
  }
  const total = groups.reduce((sum, { documents }) => sum + documents, 0)
  const edges = groups
    .filter(({ documents }) => documents > 0 && documents >= total * minShare)
    .flatMap((group) => {
      const begins = group.spans[0]?.firstDay
      const { endsOn } = group
      return [
        ...(begins !== undefined && isInside(begins)
          ? [{ label: nameAt(begins, group, groups), day: begins, words: `from ${formatDay(begins)}` }]
          : []),
        ...(endsOn !== null && isInside(endsOn)
          ? [{ label: nameAt(endsOn, group, groups), day: addDays(endsOn, 1), words: `up to ${formatDay(endsOn)}` }]
          : []),
      ]
    })
  return Object.values(Object.groupBy(edges, ({ words }) => words)).flatMap((edgesOfDay = []) => {
    const [edge] = edgesOfDay
    return edge === undefined
      ? []
      : [
          {
            key: edge.words,
            at: columnPositionOf(edge.day, points),
            label: `${joinNames(edgesOfDay.map(({ label }) => label))} ${edge.words}`,
          },
        ]
  })
}

/** The days of measurements on which something else than the documents of the topic changed, with what that was. */
export const measurementMarks = (
  measurements: readonly Pick<Measurement, 'measuredAt' | 'marks' | 'method'>[],
  points: readonly CoveredPoint[],
  reportEnd: string,
): readonly ChartEdge[] => {
  const [first, last] = [points[0]?.firstDay, points.at(-1)?.lastDay]
  return measurements.flatMap(({ measuredAt, marks, method }) => {
    const day = measuredAt.slice(0, 10)
    if (marks.length === 0 || first === undefined || last === undefined || day < first) return []
    // what was measured after the last document is marked at the end of the report, and in no part of it
    if (day > last && last < reportEnd) return []
    const words = marks.map((mark) => (mark === 'method' ? `version ${method} of the method` : changeWords[mark]))
    return [
      {
        key: measuredAt,
        // the middle of the day, beside a source that begins or ends on it
        at: day > last ? points.length : columnPositionOf(day, points) + 0.5 / Math.max(1, daysOfColumn(day, points)),
        label: `Measured ${formatDay(day)} with ${words.join(' and ')}`,
      },
    ]
  })
}

const changeWords: Record<Exclude<Measurement['marks'][number], 'method'>, string> = {
  coverage: 'days or sources that were not covered before',
  query: 'another query',
}

const daysOfColumn = (day: string, points: readonly CoveredPoint[]): number => {
  const point = points.find(({ lastDay }) => day <= lastDay)
  return point === undefined ? 1 : daysBetween(point.firstDay, point.lastDay)
}

/** "News and forum posts": without duplicates, the first in its original case. */
const joinNames = (names: readonly string[]): string =>
  [...new Set(names)]
    .map((name, index) => (index === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)))
    .join(' and ')

/**
 * A group without the years of its archive, because the adjacent date has the year; with them if another archive of the same
 * kind continues across that day.
 */
const nameAt = (day: string, group: Group, groups: readonly Group[]): string => {
  const { kind } = partsOfGroup(group.label)
  const isContinued = groups.some(
    ({ label, spans }) =>
      label !== group.label &&
      partsOfGroup(label).kind === kind &&
      spans.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay),
  )
  return isContinued ? nameOfGroup(group.label) : kind
}

/** A day on the scale of the columns: 2.5 is the middle of the third. */
export const columnPositionOf = (day: string, points: readonly CoveredPoint[]): number => {
  const index = points.findIndex(({ lastDay }) => day <= lastDay)
  const point = points[index]
  if (point === undefined) return points.length
  const days = daysBetween(point.firstDay, point.lastDay)
  return index + Math.max(0, daysBetween(point.firstDay, day) - 1) / days
}
