import { formatDay } from '@auspex/analytics'
import { number, percent, signedTone } from '../print/print-numbers.ts'

/** What the values of a column or an axis are, and so how they are written. */
export type ValueKind = 'text' | 'count' | 'decimal' | 'tone' | 'share' | 'day' | 'moment'

/** Null is unknown, which is never 0. A day is `YYYY-MM-DD`, a moment an ISO 8601 instant, a share a fraction of 1. */
export type AnalysisValue = string | number | null

export interface AnalysisTable {
  title: string
  note: string
  columns: readonly { name: string; kind: ValueKind }[]
  rows: readonly (readonly AnalysisValue[])[]
}

export interface AnalysisFigure {
  name: string
  value: number | null
  kind: ValueKind
  low: number | null
  high: number | null
  /** Its basis, or why it is unknown. */
  note: string
}

/** A chart as numbers, to be drawn by the program that opens the file. */
export interface AnalysisChart {
  form: 'line' | 'columns' | 'stacked' | 'bars'
  /** What the axis of values counts. */
  axis: string
  kind: ValueKind
  categories: readonly string[]
  series: readonly { name: string; values: readonly (number | null)[]; color?: string }[]
}

export interface AnalysisSlide {
  /** What the slide shows, as a sentence. */
  title: string
  /** What is drawn, or where it comes from, below the title. */
  subtitle: string
  points?: readonly string[]
  figures?: readonly AnalysisFigure[]
  chart?: AnalysisChart
  table?: AnalysisTable
}

/** One value of what is drawn over time. */
export interface SeriesRow {
  signalId: string | null
  title: string
  measure: string
  firstDay: string
  lastDay: string
  value: number | null
}

/** What an analyst takes away of a thing: its numbers as numbers, for workbooks and slides. */
export interface Analysis {
  noun: string
  title: string
  /** The filters of the query: place, days, sources. */
  scope: string
  /** When it was measured. */
  measured: string
  createdAt: string
  warnings: readonly string[]
  /** The main finding; null when there is none. */
  finding: string | null
  figures: readonly AnalysisFigure[]
  /** Sentences under a heading. */
  statements: { heading: string; sentences: readonly string[] }
  tables: readonly AnalysisTable[]
  slides: readonly AnalysisSlide[]
  sources: AnalysisTable | null
  method: readonly { name: string; text: string }[]
}

/** Columns by their kind, in order: `toColumns({ Outlet: 'text', Pieces: 'count' })`. */
export function toColumns(kinds: Readonly<Record<string, ValueKind>>): AnalysisTable['columns'] {
  return Object.entries(kinds).map(([name, kind]) => ({ name, kind }))
}

/** A value as a reader sees it. */
export function writeValue(value: AnalysisValue, kind: ValueKind): string {
  if (value === null) return 'unknown'
  if (typeof value === 'string') {
    if (kind === 'moment') return `${formatDay(value)}, ${value.slice(11, 16)} UTC`
    return kind === 'day' ? formatDay(value) : value
  }
  if (kind === 'share') return percent(value)
  if (kind === 'tone') return signedTone(value)
  return kind === 'decimal'
    ? value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 })
    : number(value)
}

/** A value with its interval, where it has one. */
export function writeFigure({ value, low, high, kind }: AnalysisFigure): string {
  const hasRange = value !== null && low !== null && high !== null && (low !== value || high !== value)
  return hasRange
    ? `${writeValue(value, kind)} (${writeValue(low, kind)} to ${writeValue(high, kind)})`
    : writeValue(value, kind)
}

/** A day as it is written below a chart: `Oct 2012` for a month, `4 Oct 2012` for any other span. */
export function writeCategory(day: string, interval: 'day' | 'week' | 'month'): string {
  const [date = '', month = '', year = ''] = formatDay(day).split(' ')
  return interval === 'month' ? `${month.slice(0, 3)} ${year}` : `${date} ${month.slice(0, 3)} ${year}`
}

/** The row with the highest value; null when none is known. */
export function findHighest<Row>(rows: readonly Row[], valueOf: (row: Row) => number | null): Row | null {
  let best: { row: Row; value: number } | null = null
  for (const row of rows) {
    const value = valueOf(row)
    if (value !== null && (best === null || value > best.value)) best = { row, value }
  }
  return best?.row ?? null
}

const maxCellLength = 32_000

/** Text without what XML forbids, no longer than a cell of a workbook may be. */
export function cleanText(text: string): string {
  return (
    text
      .slice(0, maxCellLength)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- characters that no XML document may contain
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
  )
}
