import { formatDay } from '@auspex/analytics'
import type { CardPoint, ChartCard } from '@auspex/sdk/types'
import { drawnSpan } from '../bars.ts'
import { leftOutWords } from '../chart-scale.ts'
import { number, signedTone } from '../print-numbers.ts'

type Measure = ChartCard['measure']

/** A series of a card ready to draw: coordinates from 0 to 1, left to right and bottom to top. */
export interface CardChart {
  name: string
  /** Runs of days with known values; gaps separate them. */
  lines: { x: number; y: number }[][]
  /** Values at the bottom and the top of the axis. */
  ticks: [string, string]
  days: [string, string]
  /** The same as text, for readers who cannot see it. */
  words: string
  /** Every point as text, for readers who want the numbers. */
  rows: [string, string][]
  measure: Measure
  /** Every point as a number, for workbooks and slides. */
  points: readonly CardPoint[]
}

export const chartNames: Record<Measure, string> = {
  documents: 'Documents a day',
  share: 'Share of all documents a day',
  tone: 'Mean tone a day',
  attention: 'Page views a day',
}

/** Longer series are grouped, several days per point, to fit a chart on paper. */
const maxPoints = 400

/** The coordinates of a card's points, of documents where 99% of them are; null when no value is known. */
export function toCardChart(all: readonly CardPoint[], measure: Measure): CardChart | null {
  const counts = measure === 'documents' ? all.map(({ value }) => value ?? 0) : []
  const { first: from, last: to } = drawnSpan(counts)
  const points = measure === 'documents' ? all.slice(from, to + 1) : all
  const leftOut = counts.reduce((sum, count, at) => sum + (at < from || at > to ? count : 0), 0)
  const joined = joinDays(points)
  const knownValues = joined.flatMap(({ value }) => (value === null ? [] : [value]))
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || knownValues.length === 0) return null
  const [low, high] = rangeOf(knownValues, measure)
  const lines: CardChart['lines'] = [[]]
  for (const [index, { value }] of joined.entries()) {
    if (value === null) lines.push([])
    else
      lines
        .at(-1)
        ?.push({ x: joined.length === 1 ? 0.5 : index / (joined.length - 1), y: (value - low) / (high - low) })
  }
  const name = chartNames[measure]
  const [min, max] = [Math.min(...knownValues), Math.max(...knownValues)]
  const gaps = points.filter(({ value }) => value === null).length
  return {
    name,
    lines: lines.filter((line) => line.length > 0),
    ticks: [formatValue(low, measure), formatValue(high, measure)],
    days: [formatDay(first.day), formatDay(last.day)],
    words: [
      `${name} from ${formatDay(first.day)} to ${formatDay(last.day)}: from ${formatValue(min, measure)} to ${formatValue(max, measure)}.`,
      ...leftOutWords(leftOut).map((words) => `${words}.`),
      gaps === 0 ? '' : `Of ${gaps} of ${points.length} days nothing is known.`,
      joined.length === points.length ? '' : `A point is the mean of ${Math.ceil(points.length / joined.length)} days.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    rows: points.map(({ day, value }) => [day, value === null ? 'unknown' : formatValue(value, measure)]),
    measure,
    points,
  }
}

function joinDays(points: readonly CardPoint[]): CardPoint[] {
  const size = Math.ceil(points.length / maxPoints)
  if (size <= 1) return [...points]
  const joined: CardPoint[] = []
  for (let start = 0; start < points.length; start += size) {
    const days = points.slice(start, start + size)
    const numbers = days.flatMap(({ value }) => (value === null ? [] : [value]))
    const value = numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length
    joined.push({ day: days[0]?.day ?? '', value })
  }
  return joined
}

/** Counts begin at 0; tone always uses its full range, so that a small change does not look large. */
function rangeOf(values: readonly number[], measure: Measure): [number, number] {
  if (measure === 'tone') return [-1, 1]
  return [0, Math.max(...values) || 1]
}

function formatValue(value: number, measure: Measure): string {
  if (measure === 'tone') return signedTone(value)
  if (measure === 'share') return `${(value * 100).toPrecision(2)}%`
  return number(Math.round(value * 10) / 10)
}
