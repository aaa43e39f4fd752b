import type { Line } from './lines.ts'
import { type CsvForm, readRecord } from './read-record.ts'
import { findTornEnd, isEndOfTorn } from './torn-record.ts'

/** A record of a CSV file, with the number of its first line. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; broken: string }

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
    const read = readRecord(pending, at, shape)
    const isWhole = read !== null && 'fields' in read
    if (isWhole && (read.lines === 1 || read.fields.length === shape.width)) {
      const record = { line: line + at, fields: read.fields }
      return { records: isBlank(read.fields) ? [] : [record], lines: read.lines }
    }
    const mayGrow = !isLast && lengthFrom(pending, at) <= maxRecordLength
    if (read === null && mayGrow) return null
    if (typeof pending[at] !== 'string') return { records: [toBroken(at, 1, read)], lines: 1 }
    const end = findTornEnd(pending, at, { ...shape, closesAfter: isWhole ? read.lines : null, mayGrow })
    if (end === null) return null
    isInTorn = end.isOpen && !isLast
    if (isWhole && end.lines === read.lines)
      return { records: [{ line: line + at, fields: read.fields }], lines: end.lines }
    return { records: [toBroken(at, end.lines, read)], lines: end.lines }
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
