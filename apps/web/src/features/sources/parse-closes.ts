import type { ImportedClose } from '@auspex/sdk'
import { toTime } from '../../lib/time/dates.ts'
import { formatCount } from '../../lib/numbers/format.ts'

/** The maximum number of days in one import, and the highest price, according to the contract. */
const maxCloses = 20_000
const maxPrice = 1_000_000_000

/** An error in one line, counted from 1 as an editor does. */
interface LineFault {
  readonly line: number
  readonly what: string
}

export interface ParsedCloses {
  readonly closes: readonly ImportedClose[]
  readonly faults: readonly LineFault[]
}

interface Columns {
  readonly day: number
  readonly close: number
}

const nothing: ParsedCloses = { closes: [], faults: [] }

/**
 * Reads days and closing prices from CSV, with or without a header, separated by commas, semicolons or tabs. Days are
 * YYYY-MM-DD, a time after them is ignored. A comma is the decimal separator unless commas separate the columns. If a day has
 * two different prices, the second is an error: it is unknown which is right.
 */
export const parseCloses = (text: string): ParsedCloses => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.trim() !== '')
  const head = lines[first]
  if (head === undefined) return nothing
  const separator = ['\t', ';', ','].find((sign) => head.includes(sign)) ?? ','
  const namedColumns = toColumns(fieldsOf(head, separator))
  const isHeader = toDay(fieldsOf(head, separator)[0] ?? '') === null && /[a-z]/i.test(head)
  if (isHeader && namedColumns === null)
    return {
      closes: [],
      faults: [
        { line: first + 1, what: 'The header has no “date” or “close” column. Name both, or leave the header out.' },
      ],
    }
  const columns = (isHeader && namedColumns) || { day: 0, close: 1 }
  const closes = new Map<string, number>()
  const faults: LineFault[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (isHeader && index <= first)) continue
    const result = readLine(fieldsOf(line, separator), { columns, separator })
    const before = typeof result === 'string' ? undefined : closes.get(result.day)
    if (typeof result === 'string') faults.push({ line: index + 1, what: result })
    else if (before !== undefined && before !== result.close)
      faults.push({ line: index + 1, what: `${result.day} has two prices, ${before} and ${result.close}. Keep one.` })
    else closes.set(result.day, result.close)
  }
  if (closes.size > maxCloses)
    faults.push({
      line: lines.length,
      what: `You entered ${formatCount(closes.size)} days. The limit is ${formatCount(maxCloses)} per import. Send them in parts.`,
    })
  return { closes: Array.from(closes, ([day, close]) => ({ day, close })), faults }
}

/** A close, or the error in the line. */
const readLine = (
  fields: readonly string[],
  { columns, separator }: { columns: Columns; separator: string },
): ImportedClose | string => {
  const [dayText = '', closeText = ''] = [fields[columns.day], fields[columns.close]]
  const day = toDay(dayText)
  if (day === null) return `“${shorten(dayText)}” is not a date. Write it like 2026-11-20.`
  const plain = separator === ',' ? closeText : closeText.replace(',', '.')
  const close = /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
  if (Number.isNaN(close))
    return closeText === '' ? `${day} has no price.` : `“${shorten(closeText)}” is not a price. Write it like 14.81.`
  return close > 0 && close <= maxPrice ? { day, close } : `${closeText} is not a price: it must be more than 0.`
}

const fieldsOf = (line: string, separator: string): string[] =>
  line.split(separator).map((field) =>
    field
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )

/** The columns of day and price according to the header. */
const toColumns = (names: readonly string[]): Columns | null => {
  const at = (pattern: RegExp) => names.findIndex((name) => pattern.test(name))
  const day = at(/^(date|day|time|timestamp)$/i)
  const close = [/^close$/i, /^(closing price|close price|price|close\/last|value)$/i, /^adj(usted)?[ ._-]?close$/i]
    .map(at)
    .find((index) => index >= 0)
  return day < 0 || close === undefined ? null : { day, close }
}

const toDay = (text: string): string | null => {
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1]
  if (day === undefined || Number.isNaN(toTime(day))) return null
  // 31 February is parsed as 3 March.
  return new Date(toTime(day)).toISOString().startsWith(day) ? day : null
}

const shorten = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text)
