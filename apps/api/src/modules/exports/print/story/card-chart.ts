import { sayDay } from '@auspex/analytics'
import type { CardPoint, ChartCard } from '@auspex/sdk/types'
import { number, signedTone } from '../print-numbers.ts'

type Measure = ChartCard['measure']

/** A series of a card as it is drawn: places from 0 to 1, left to right and bottom to top. */
export interface CardChart {
  name: string
  /** Runs of days whose values are known; a gap lies between two. */
  lines: { x: number; y: number }[][]
  /** Values at the foot and the top of the axis. */
  ticks: [string, string]
  days: [string, string]
  /** The same in words, for who cannot see it. */
  words: string
  /** Every point as text, for who wants the numbers. */
  rows: [string, string][]
}

export const chartNames: Record<Measure, string> = {
  documents: 'Documents a day',
  share: 'Share of all documents a day',
  tone: 'Mean tone a day',
  attention: 'Page views a day',
}

/** More than a chart on paper can show are joined, so many days a point. */
const mostPoints = 400

/** Where the points of a card are drawn; null when nothing is known. Pure. */
export function toCardChart(points: readonly CardPoint[], measure: Measure): CardChart | null {
  const joined = joinDays(points)
  const known = joined.flatMap(({ value }) => (value === null ? [] : [value]))
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || known.length === 0) return null
  const [low, high] = rangeOf(known, measure)
  const lines: CardChart['lines'] = [[]]
  for (const [place, { value }] of joined.entries()) {
    if (value === null) lines.push([])
    else
      lines
        .at(-1)
        ?.push({ x: joined.length === 1 ? 0.5 : place / (joined.length - 1), y: (value - low) / (high - low) })
  }
  const name = chartNames[measure]
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const gaps = points.filter(({ value }) => value === null).length
  return {
    name,
    lines: lines.filter((line) => line.length > 0),
    ticks: [say(low, measure), say(high, measure)],
    days: [sayDay(first.day), sayDay(last.day)],
    words: [
      `${name} from ${sayDay(first.day)} to ${sayDay(last.day)}: from ${say(least, measure)} to ${say(most, measure)}.`,
      gaps === 0 ? '' : `Of ${gaps} of ${points.length} days nothing is known.`,
      joined.length === points.length ? '' : `A point is the mean of ${Math.ceil(points.length / joined.length)} days.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    rows: points.map(({ day, value }) => [day, value === null ? 'unknown' : say(value, measure)]),
  }
}

function joinDays(points: readonly CardPoint[]): CardPoint[] {
  const size = Math.ceil(points.length / mostPoints)
  if (size <= 1) return [...points]
  const joined: CardPoint[] = []
  for (let at = 0; at < points.length; at += size) {
    const days = points.slice(at, at + size)
    const known = days.flatMap(({ value }) => (value === null ? [] : [value]))
    const value = known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length
    joined.push({ day: days[0]?.day ?? '', value })
  }
  return joined
}

/** Counts begin at 0; tone has its whole scale, so that a small change does not look like a large one. */
function rangeOf(known: readonly number[], measure: Measure): [number, number] {
  if (measure === 'tone') return [-1, 1]
  return [0, Math.max(...known) || 1]
}

function say(value: number, measure: Measure): string {
  if (measure === 'tone') return signedTone(value)
  if (measure === 'share') return `${(value * 100).toPrecision(2)} %`
  return number(Math.round(value * 10) / 10)
}
