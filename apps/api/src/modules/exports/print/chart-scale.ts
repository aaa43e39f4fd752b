import { sayDay } from '@auspex/analytics'
import type { SeriesInterval } from '@auspex/sdk/types'
import type { Bar } from './bars.ts'
import { number } from './print-numbers.ts'

/** What the chart over time draws. */
export interface PrintedSeries {
  unit: SeriesInterval
  bars: readonly Bar[]
  /** The most surprising events, at most three. */
  events: readonly { day: string; headline: string }[]
}

/** Where things stand in the chart: bars are numbered from 0, and a place between two is a fraction. */
export interface ChartScale {
  /** The highest number of the axis, and all that are written at it. */
  top: number
  ticks: number[]
  /** Bars whose day is written below. */
  marks: { at: number; text: string }[]
  /** Runs of bars that nothing covers. */
  gaps: { start: number; end: number; text: string }[]
  events: { at: number; text: string }[]
  /** The same in words, for who cannot see it. */
  words: string
}

const mostMarks = 6
const parts = 4

/** The axes of a chart over time, which HTML and PDF draw alike. Pure. */
export function toScale({ unit, bars, events }: PrintedSeries): ChartScale {
  const highest = bars.reduce<Bar | null>((best, bar) => (bar.documents > (best?.documents ?? 0) ? bar : best), null)
  const most = highest?.documents ?? 0
  const step = niceStep(most / parts)
  const count = Math.max(1, Math.ceil(most / step))
  const gaps = gapsOf(bars, unit)
  const told = events.flatMap(({ day, headline }) => {
    const at = bars.findLastIndex((bar) => bar.day <= day)
    return at === -1 ? [] : [{ at, text: `${sayDay(day)}: ${headline}` }]
  })
  return {
    top: step * count,
    ticks: Array.from({ length: count + 1 }, (_, place) => place * step),
    marks: marksOf(bars, unit),
    gaps,
    events: told,
    words: [
      `Documents over time, one ${unit} a bar, ${highest === null ? 'none' : `at most ${number(most)} documents a ${unit}, in ${sayBar(highest.day, unit)}`}.`,
      ...(gaps.length === 0 ? [] : [`Not covered: ${gaps.map(({ text }) => text).join(', ')}.`]),
      ...(told.length === 0 ? [] : [`Events: ${told.map(({ text }) => text).join('; ')}.`]),
    ].join(' '),
  }
}

/** 1, 2 or 5 times a power of ten, and no fraction of a document. */
function niceStep(least: number): number {
  if (least <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power
}

function marksOf(bars: readonly Bar[], unit: SeriesInterval): ChartScale['marks'] {
  const last = bars.length - 1
  if (last < 0) return []
  const steps = Math.min(mostMarks - 1, last)
  const places = steps === 0 ? [0] : Array.from({ length: steps + 1 }, (_, step) => Math.round((last * step) / steps))
  return places.map((at) => ({ at, text: sayBar(bars[at]?.day ?? '', unit) }))
}

function gapsOf(bars: readonly Bar[], unit: SeriesInterval): ChartScale['gaps'] {
  const gaps: ChartScale['gaps'] = []
  bars.forEach(({ isCovered, day }, at) => {
    if (isCovered) return
    const open = gaps.at(-1)
    if (open?.end === at) {
      open.end += 1
      open.text = `${sayBar(bars[open.start]?.day ?? day, unit)} to ${sayBar(day, unit)}`
    } else gaps.push({ start: at, end: at + 1, text: sayBar(day, unit) })
  })
  return gaps
}

/** Moves marks to the right until each has its room; in their order. */
export function spreadApart(places: readonly number[], room: number): number[] {
  const spread = [...places]
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  order.reduce((free, index) => {
    spread[index] = Math.max(free, places[index] ?? 0)
    return spread[index] + room
  }, Number.NEGATIVE_INFINITY)
  return spread
}

const months = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The first day of a bar, or its month. */
function sayBar(day: string, unit: SeriesInterval): string {
  return unit === 'month' ? months.format(new Date(`${day}T00:00:00Z`)) : sayDay(day)
}
