import type { Line, LineEnd } from './lines.ts'
import { csvColumns, type CsvForm, maxHeaderLines, readRecord } from './csv-record.ts'
import { ImportFormatError } from './import-errors.ts'
import type { ImportRow, ParsedRow, ReadRow } from './imported.parse.ts'

interface Shape extends CsvForm {
  width: number
  isRow(fields: readonly string[]): boolean
}

/** Maximum number of lines searched for the end of one row after a malformed record: more would make a hostile file slow. */
const maxRowLines = 1_000

/** What a line with a quote shows about a text that was open before it: it ends the text, it begins a row, or it can only be text. */
type End = 'closes' | 'row' | 'text' | null

/**
 * The number of lines of a record that breaks the rules. The next line with a quote decides: a quote after text ends the open text, so all lines
 * before it belong to that; one at the start of a field begins a row, so the malformed record is only its own line. Where no line decides, the lines
 * are rows if most of them parse as rows. Null when more lines are needed.
 */
function findTornEnd(
  lines: readonly Line[],
  from: number,
  shape: Shape & {
    /** Lines after which its quotes close, with too many or too few fields. */ closesAfter: number | null
    mayGrow: boolean
  },
): { lines: number; /** Whether its text continues after the available lines. */ isOpen: boolean } | null {
  const { closesAfter, mayGrow } = shape
  if (closesAfter !== null) {
    const isOneLine = areMostlyRows(lines.slice(from + 1, from + closesAfter), shape)
    return { lines: isOneLine ? 1 : closesAfter, isOpen: false }
  }
  let lastText = from
  for (let at = from + 1; at < lines.length; at += 1) {
    const end = isEndOfTorn(lines, at, shape)
    if (end === 'closes') return { lines: at - from + 1, isOpen: false }
    if (end === 'row') return { lines: countLines(lastText), isOpen: false }
    if (end === 'text') lastText = at
  }
  if (mayGrow) return null
  if (lastText > from) return { lines: countLines(lastText), isOpen: false }
  return countLines(lines.length - 1) === 1 ? { lines: 1, isOpen: false } : { lines: lines.length - from, isOpen: true }

  function countLines(last: number): number {
    return areMostlyRows(lines.slice(from + 1, last + 1), shape) ? 1 : last - from + 1
  }
}

function isEndOfTorn(lines: readonly Line[], at: number, shape: Shape): End {
  const line = lines[at]
  if (typeof line !== 'string') return null
  const quote = line.indexOf('"')
  if (quote === -1) return null
  // a row that follows the rules has its first quote at the start of a field
  const isAtStart = quote === 0 || line.slice(0, quote).endsWith(shape.delimiter)
  if (isAtStart) {
    const row = readRecord(lines, at, shape, maxRowLines)
    if (row !== null && 'fields' in row && shape.isRow(row.fields)) return 'row'
  }
  if (closesText(line, shape)) return 'closes'
  return isAtStart ? null : 'text'
}

/** Whether a text that was open before the line ends in it, followed by valid fields, no more than a row has. */
function closesText(line: string, shape: Shape): boolean {
  const rest = readRecord([`"${line}`], 0, shape)
  return rest !== null && 'fields' in rest && rest.fields.length <= shape.width
}

function areMostlyRows(lines: readonly Line[], shape: Shape): boolean {
  const filledLines = lines.filter((line) => typeof line !== 'string' || line.trim() !== '')
  const rows = filledLines.filter((line) => {
    const row = readRecord([line], 0, shape)
    return row !== null && 'fields' in row && shape.isRow(row.fields)
  })
  return rows.length > 0 && rows.length >= 0.75 * filledLines.length
}

/** A record of a CSV file, with the number of its first line. */
type CsvRecord = { line: number; fields: string[] } | { line: number; broken: string }

/** What is known about the rows of a file, for finding the end of a malformed record. */
export interface CsvShape extends CsvForm {
  /** Number of fields in a row. */
  width: number
  /** Whether fields are certainly a row: a document can be parsed from them. */
  isRow(fields: readonly string[]): boolean
}

/** Maximum length of a record in characters. The longest text that is stored, if it consisted of quotes, has a tenth of them. */
const maxRecordLength = 4_000_000

/**
 * Parses CSV (RFC 4180) from batches of lines. A record that breaks the rules is rejected as one and parsing continues with the next rows
 * (docs/decisions/imports.md): a general parser would take the rest of the file for a field whose quote is never closed, or lines of a text for rows.
 */
export function createCsvReader({ firstLine, ...shape }: CsvShape & { firstLine: number }) {
  let pending: Line[] = []
  let line = firstLine
  /** Inside a text whose end was not found within the maximum length of a record. */
  let isInTorn = false

  function toRecord(at: number, isLast: boolean): { records: CsvRecord[]; lines: number } | null {
    const reading = readRecord(pending, at, shape)
    const isWhole = reading !== null && 'fields' in reading
    if (isWhole && (reading.lines === 1 || reading.fields.length === shape.width)) {
      const record = { line: line + at, fields: reading.fields }
      return { records: isBlank(reading.fields) ? [] : [record], lines: reading.lines }
    }
    const mayGrow = !isLast && lengthFrom(pending, at) <= maxRecordLength
    if (reading === null && mayGrow) return null
    if (typeof pending[at] !== 'string') return { records: [toBroken(at, 1, reading)], lines: 1 }
    const end = findTornEnd(pending, at, { ...shape, closesAfter: isWhole ? reading.lines : null, mayGrow })
    if (end === null) return null
    isInTorn = end.isOpen && !isLast
    if (isWhole && end.lines === reading.lines)
      return { records: [{ line: line + at, fields: reading.fields }], lines: end.lines }
    return { records: [toBroken(at, end.lines, reading)], lines: end.lines }
  }

  function toBroken(at: number, lines: number, read: ReturnType<typeof readRecord>): CsvRecord {
    const reason = read !== null && 'broken' in read ? read.broken : 'a quote is opened and never closed'
    const extent = lines === 1 ? '' : `; the lines up to ${line + at + lines - 1} belong to its text`
    return { line: line + at, broken: reason + extent }
  }

  /** Number of lines from `at` that belong to the text of a malformed record that was already rejected. */
  function countTorn(at: number): number {
    let lines = 0
    while (isInTorn && at + lines < pending.length) {
      const end = isEndOfTorn(pending, at + lines, shape)
      if (end === 'row') isInTorn = false
      else lines += 1
      if (end === 'closes') isInTorn = false
    }
    return lines
  }

  return {
    /** Takes more lines and returns the records they complete. */
    push(lines: Line[], { last = false } = {}): CsvRecord[] {
      pending = pending.length === 0 ? lines : [...pending, ...lines]
      const records: CsvRecord[] = []
      let at = countTorn(0)
      while (at < pending.length) {
        const next = toRecord(at, last)
        if (next === null) break
        for (const record of next.records) records.push(record)
        at += next.lines
        at += countTorn(at)
      }
      pending = pending.slice(at)
      line += at
      return records
    },
  }
}

function lengthFrom(lines: readonly Line[], from: number): number {
  let length = 0
  for (let at = from; at < lines.length && length <= maxRecordLength; at += 1) {
    const line = lines[at]
    length += typeof line === 'string' ? line.length + 1 : 1
  }
  return length
}

function isBlank(fields: string[]): boolean {
  return fields.length === 1 && fields[0]?.trim() === ''
}

type Parse = (row: ImportRow) => ParsedRow

/** Reads one document per record; the first non-blank line begins the column names. */
export async function* readCsvRows(
  batches: AsyncIterable<Line[]>,
  parse: Parse,
  lineEnd: LineEnd,
): AsyncGenerator<ReadRow, void, undefined> {
  let blankLines = 0
  let head: Line[] = []
  let file: ReturnType<typeof openRows> | null = null
  for await (const batch of batches) {
    if (file !== null) {
      yield* file.push(batch)
      continue
    }
    head = [...head, ...batch]
    const blank = head.findIndex((text) => typeof text !== 'string' || text.trim() !== '')
    blankLines += blank === -1 ? head.length : blank
    head = blank === -1 ? [] : head.slice(blank)
    // a quoted name may continue in the next batch
    if (head.length <= maxHeaderLines) continue
    file = openRows(head, blankLines, parse, lineEnd)
    yield* file.push(file.rest)
  }
  if (file === null && head.length > 0) {
    file = openRows(head, blankLines, parse, lineEnd)
    yield* file.push(file.rest)
  }
  if (file !== null) yield* file.push([], { last: true })
}

/** Parses the header. Throws `ImportFormatError` when a required column is missing. */
function openRows(head: readonly Line[], linesBefore: number, parse: Parse, lineEnd: LineEnd) {
  const columns = csvColumns(head)
  if (typeof columns === 'string') throw new ImportFormatError('csv_header', columns)
  const { delimiter, fields: names, lines } = columns
  const isRow = (fields: readonly string[]) =>
    fields.length === names.length && 'document' in parseFields(fields, names, parse)
  const reader = createCsvReader({ delimiter, lineEnd, width: names.length, isRow, firstLine: linesBefore + lines + 1 })
  return {
    rest: head.slice(lines),
    push: (more: Line[], options?: { last?: boolean }) =>
      reader.push(more, options).map((record) => toRow(record, names, parse)),
  }
}

function toRow(record: CsvRecord, names: readonly (string | null)[], parse: Parse): ReadRow {
  const { line } = record
  if ('broken' in record) return { line, rejected: record.broken }
  const { fields } = record
  if (fields.length !== names.length)
    return { line, rejected: `the row has ${fields.length} columns, the header has ${names.length}` }
  return { line, ...parseFields(fields, names, parse) }
}

function parseFields(fields: readonly string[], names: readonly (string | null)[], parse: Parse): ParsedRow {
  const row: Record<string, string> = {}
  for (const [index, name] of names.entries()) if (name !== null) row[name] = fields[index] ?? ''
  return parse(row)
}
