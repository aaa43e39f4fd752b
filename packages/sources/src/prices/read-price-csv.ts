import { createCsvReader } from '../imported/csv-records.ts'
import { readRecord } from '../imported/read-record.ts'
import { toIsoSecond } from '../text/published-at.ts'
import { readDate } from '../text/read-date.ts'
import type { Close } from './price.types.ts'

/** A row that was left out, and why. */
export interface RejectedPriceRow {
  line: number
  reason: string
}

/** Closes by symbol, as they stood in the file, and the rows that were no close. */
export interface PriceFile {
  closes: Map<string, Close[]>
  rejected: RejectedPriceRow[]
}

const aliases: Readonly<Record<string, 'day' | 'close' | 'symbol'>> = {
  day: 'day',
  date: 'day',
  close: 'close',
  price: 'close',
  symbol: 'symbol',
  ticker: 'symbol',
}

/**
 * Reads closing prices from CSV (comma, semicolon or tab; format: docs/import-format.md). `symbol` is what rows belong to when the file has no
 * column of that name. Returns one sentence when the file cannot be read at all.
 */
export function readPriceCsv(text: string, symbol: string | null): PriceFile | string {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r]/)
  const found = [',', ';', '\t'].map((delimiter) => ({ delimiter, columns: columnsOf(header, delimiter) }))
  const layout = found.find(({ columns }) => columns.includes('day') && columns.includes('close'))
  if (layout === undefined) return 'The first line must name the columns: date, close, and symbol unless one is given.'
  if (symbol === null && !layout.columns.includes('symbol'))
    return 'The file has no column symbol: say which symbol its prices are of.'
  const file: PriceFile = { closes: new Map(), rejected: [] }
  const { delimiter, columns } = layout
  const isRow = (fields: readonly string[]) => typeof readRow(fields, columns, symbol) !== 'string'
  const reader = createCsvReader({ delimiter, width: columns.length, isRow, firstLine: 2 })
  for (const record of reader.push(lines, { last: true })) {
    const read = 'broken' in record ? record.broken : readRow(record.fields, columns, symbol)
    if (typeof read === 'string') file.rejected.push({ line: record.line, reason: read })
    else file.closes.set(read.symbol, [...(file.closes.get(read.symbol) ?? []), { day: read.day, close: read.close }])
  }
  return file
}

function columnsOf(header: string, delimiter: string): (string | null)[] {
  const names = readRecord([header], 0, { delimiter })
  return (names !== null && 'fields' in names ? names.fields : []).map(
    (name) => aliases[name.trim().toLowerCase()] ?? null,
  )
}

function readRow(
  fields: readonly string[],
  columns: readonly (string | null)[],
  given: string | null,
): (Close & { symbol: string }) | string {
  const at = (name: string) => fields[columns.indexOf(name)]?.trim() ?? ''
  const symbol = (at('symbol') || (given ?? '')).toUpperCase()
  // A close is of the day on its exchange, whatever time of day and zone are written behind it.
  const written = at('day').replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1')
  const date = readDate(written)
  const close = Number(at('close'))
  if (!/^[A-Z0-9.^=-]{1,20}$/.test(symbol)) return 'the symbol is missing or no ticker'
  if ('reason' in date) return `the date cannot be read: ${date.reason}`
  if (date.precision !== 'day') return 'the date has a time: a close is of a day'
  if (!(close > 0) || close > 1e9) return 'the close is missing or no number above 0'
  return { symbol, day: toIsoSecond(date.epochMs).slice(0, 10), close }
}
