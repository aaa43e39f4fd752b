import { createCsvReader, readCsvLine } from '../imported/csv-records.ts'
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
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const found = [',', ';', '\t'].map((delimiter) => ({ delimiter, columns: columnsOf(header, delimiter) }))
  const layout = found.find(({ columns }) => columns.includes('day') && columns.includes('close'))
  if (layout === undefined) return 'The first line must name the columns: date, close, and symbol unless one is given.'
  if (symbol === null && !layout.columns.includes('symbol'))
    return 'The file has no column symbol: say which symbol its prices are of.'
  const file: PriceFile = { closes: new Map(), rejected: [] }
  const reader = createCsvReader({ delimiter: layout.delimiter, firstLine: 2 })
  for (const record of reader.push(lines, { last: true })) {
    const read = 'broken' in record ? record.broken : readRow(record.fields, layout.columns, symbol)
    if (typeof read === 'string') file.rejected.push({ line: record.line, reason: read })
    else file.closes.set(read.symbol, [...(file.closes.get(read.symbol) ?? []), { day: read.day, close: read.close }])
  }
  return file
}

function columnsOf(header: string, delimiter: string): (string | null)[] {
  return (readCsvLine(header, delimiter) ?? []).map((name) => aliases[name.trim().toLowerCase()] ?? null)
}

function readRow(
  fields: readonly string[],
  columns: readonly (string | null)[],
  given: string | null,
): (Close & { symbol: string }) | string {
  const at = (name: string) => fields[columns.indexOf(name)]?.trim() ?? ''
  const symbol = (at('symbol') || (given ?? '')).toUpperCase()
  const [day, close] = [at('day').slice(0, 10), Number(at('close'))]
  if (!/^[A-Z0-9.^=-]{1,20}$/.test(symbol)) return 'the symbol is missing or no ticker'
  if (Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day)
    return 'the date is missing or no YYYY-MM-DD'
  if (!(close > 0) || close > 1e9) return 'the close is missing or no number above 0'
  return { symbol, day, close }
}
