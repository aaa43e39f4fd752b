import type { Line } from './lines.ts'

/** A record of a CSV file, with the number of its first line. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; broken: string }

/** Lines that one quoted field may span before the quote counts as never closed. */
const maxRecordLines = 1000

const unclosedQuote = 'a quote is opened and never closed'
const misplacedQuote = 'a closing quote is followed by text'

/**
 * Reads CSV (RFC 4180) from batches of lines. When a quote is never closed, only the line that opened it is rejected
 * and reading goes on at the next one: a general parser would take the rest of the file for the field.
 */
export function createCsvReader({ delimiter, firstLine }: { delimiter: string; firstLine: number }) {
  let pending: Line[] = []
  let line = firstLine

  return {
    /** Takes more lines and returns the records they complete. */
    push(lines: Line[], { last = false } = {}): CsvRecord[] {
      pending = pending.length === 0 ? lines : [...pending, ...lines]
      const records: CsvRecord[] = []
      let at = 0
      while (at < pending.length) {
        const read = readRecord(pending, at, delimiter)
        if (read === null && !last && pending.length - at <= maxRecordLines) break
        const lineOfRecord = line + at
        if (read === null) records.push({ line: lineOfRecord, broken: unclosedQuote })
        else if ('broken' in read) records.push({ line: lineOfRecord, broken: read.broken })
        else if (!isBlank(read.fields)) records.push({ line: lineOfRecord, fields: read.fields })
        at += read !== null && 'fields' in read ? read.lines : 1
      }
      pending = pending.slice(at)
      line += at
      return records
    },
  }
}

/** Cuts one line of CSV that holds a whole record; null when it holds none. */
export function readCsvLine(line: string, delimiter: string): string[] | null {
  const read = readRecord([line], 0, delimiter)
  return read !== null && 'fields' in read ? read.fields : null
}

/** The record that starts at `lines[from]`, or null when more lines are needed to end it. */
function readRecord(
  lines: Line[],
  from: number,
  delimiter: string,
): { fields: string[]; lines: number } | { broken: string } | null {
  const first = lines[from]
  if (first === undefined) return null
  if (typeof first !== 'string') return first
  if (!first.includes('"')) return { fields: first.split(delimiter), lines: 1 }

  const fields: string[] = []
  let text = first
  let used = 1
  let at = 0
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at)
      if (end === -1) return { fields: [...fields, text.slice(at)], lines: used }
      fields.push(text.slice(at, end))
      at = end + 1
      continue
    }
    let field = ''
    at += 1
    for (;;) {
      const quote = text.indexOf('"', at)
      if (quote === -1) {
        const next = lines[from + used]
        if (used >= maxRecordLines || next === undefined) return null
        if (typeof next !== 'string') return next
        field += `${text.slice(at)}\n`
        text = next
        at = 0
        used += 1
      } else if (text[quote + 1] === '"') {
        field += text.slice(at, quote + 1)
        at = quote + 2
      } else {
        field += text.slice(at, quote)
        at = quote + 1
        break
      }
    }
    fields.push(field)
    if (at === text.length) return { fields, lines: used }
    if (text[at] !== delimiter) return { broken: misplacedQuote }
    at += 1
  }
}

function isBlank(fields: string[]): boolean {
  return fields.length === 1 && fields[0]?.trim() === ''
}
