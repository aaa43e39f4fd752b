import { addDays, formatDay } from '@auspex/analytics'
import type { SeriesInterval } from '@auspex/sdk/types'
import type { Bar } from './bars.ts'
import { number } from './print-numbers.ts'

/** Input of the chart over time. */
export interface PrintedSeries {
  unit: SeriesInterval
  bars: readonly Bar[]
  /** Documents on the days before and after the bars. */
  leftOut: number
  /** The most surprising events, at most three. */
  events: readonly { day: string; headline: string }[]
}

/** Positions in the chart: bars are numbered from 0, and a position between two is a fraction. */
export interface ChartScale {
  /** What is drawn, and what is not. */
  title: string
  /** The maximum of the axis, and all its labels. */
  top: number
  ticks: number[]
  /** Bars with a date label below. */
  marks: { at: number; text: string }[]
  /** Runs of uncovered bars. */
  gaps: { start: number; end: number; text: string }[]
  events: { at: number; text: string }[]
  /** The same as text, for readers who cannot see it. */
  words: string
}

/** The note about the days that a chart leaves out. */
export function leftOutWords(documents: number): string[] {
  if (documents === 0) return []
  return [`Drawn where 99% of the documents are; ${number(documents)} ${documents === 1 ? 'is' : 'are'} outside`]
}

function lastDayOf(bars: readonly Bar[], unit: SeriesInterval): string {
  const last = bars.at(-1)?.day ?? ''
  return unit === 'day' || last === '' ? last : addDays(last, unit === 'week' ? maxDays.week : maxDays.month)
}

const maxDays = { week: 6, month: 30 }

const maxMarks = 6
const parts = 4

/** The axes of a chart over time, which HTML and PDF share. */
export function toScale({ unit, bars, leftOut, events }: PrintedSeries): ChartScale {
  const highest = bars.reduce<Bar | null>((best, bar) => (bar.documents > (best?.documents ?? 0) ? bar : best), null)
  const maxDocuments = highest?.documents ?? 0
  const step = niceStep(maxDocuments / parts)
  const count = Math.max(1, Math.ceil(maxDocuments / step))
  const gaps = gapsOf(bars, unit)
  const eventMarks = events.flatMap(({ day, headline }) => {
    const at = bars.findLastIndex((bar) => bar.day <= day)
    return at === -1 || day > lastDayOf(bars, unit) ? [] : [{ at, text: `${formatDay(day)}: ${headline}` }]
  })
  return {
    title: [`Documents a ${unit}`, ...leftOutWords(leftOut)].join('. '),
    top: step * count,
    ticks: Array.from({ length: count + 1 }, (_, tick) => tick * step),
    marks: marksOf(bars, unit),
    gaps,
    events: eventMarks,
    words: [
      `Documents over time, one ${unit} a bar, ${highest === null ? 'none' : `at most ${number(maxDocuments)} documents a ${unit}, in ${formatBar(highest.day, unit)}`}.`,
      ...leftOutWords(leftOut).map((text) => `${text}.`),
      ...(gaps.length === 0 ? [] : [`Not covered: ${gaps.map(({ text }) => text).join(', ')}.`]),
      ...(eventMarks.length === 0 ? [] : [`Events: ${eventMarks.map(({ text }) => text).join('; ')}.`]),
    ].join(' '),
  }
}

/** 1, 2 or 5 times a power of ten, and never a fraction of a document. */
function niceStep(minStep: number): number {
  if (minStep <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(minStep))
  return ([1, 2, 5, 10].find((factor) => factor * power >= minStep) ?? 10) * power
}

function marksOf(bars: readonly Bar[], unit: SeriesInterval): ChartScale['marks'] {
  const last = bars.length - 1
  if (last < 0) return []
  const steps = Math.min(maxMarks - 1, last)
  const tickIndexes =
    steps === 0 ? [0] : Array.from({ length: steps + 1 }, (_, step) => Math.round((last * step) / steps))
  return tickIndexes.map((at) => ({ at, text: formatBar(bars[at]?.day ?? '', unit) }))
}

function gapsOf(bars: readonly Bar[], unit: SeriesInterval): ChartScale['gaps'] {
  const gaps: ChartScale['gaps'] = []
  bars.forEach(({ isCovered, day }, at) => {
    if (isCovered) return
    const open = gaps.at(-1)
    if (open?.end === at) {
      open.end += 1
      open.text = `${formatBar(bars[open.start]?.day ?? day, unit)} to ${formatBar(day, unit)}`
    } else gaps.push({ start: at, end: at + 1, text: formatBar(day, unit) })
  })
  return gaps
}

/** Moves marks to the right until each has room; keeps their order. */
export function spreadApart(positions: readonly number[], minDistance: number): number[] {
  const spread = [...positions]
  const order = positions.map((_, index) => index).toSorted((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0))
  order.reduce((free, index) => {
    spread[index] = Math.max(free, positions[index] ?? 0)
    return spread[index] + minDistance
  }, Number.NEGATIVE_INFINITY)
  return spread
}

const months = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Label of a bar: its first day or its month. */
function formatBar(day: string, unit: SeriesInterval): string {
  return unit === 'month' ? months.format(new Date(`${day}T00:00:00Z`)) : formatDay(day)
}
