import type { Line, LineEnd } from './lines.ts'

/** How a CSV file is written. */
export interface CsvForm {
  delimiter: string
  /** The line end of the file, which also separates the lines of a text. */
  lineEnd?: LineEnd
}

/** A record with its fields and number of lines, or why it is invalid. */
type ReadRecord = { fields: string[]; lines: number } | { broken: string }

/** The record that starts at `lines[from]`, or null when it does not end within the next `maxLines`. */
export function readRecord(
  lines: readonly Line[],
  from: number,
  { delimiter, lineEnd = '\n' }: CsvForm,
  maxLines = Infinity,
): ReadRecord | null {
  const first = lines[from]
  if (first === undefined) return null
  if (typeof first !== 'string') return first
  if (!first.includes('"')) return { fields: withoutReturn(first).split(delimiter), lines: 1 }

  const fields: string[] = []
  let text = first
  let used = 1
  let at = 0
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at)
      if (end === -1) return { fields: [...fields, withoutReturn(text.slice(at))], lines: used }
      fields.push(text.slice(at, end))
      at = end + 1
      continue
    }
    const parts: string[] = []
    at += 1
    for (;;) {
      const quote = text.indexOf('"', at)
      if (quote === -1) {
        const next = lines[from + used]
        if (used >= maxLines || next === undefined) return null
        if (typeof next !== 'string') return next
        parts.push(text.slice(at), lineEnd)
        text = next
        at = 0
        used += 1
      } else if (text[quote + 1] === '"') {
        parts.push(text.slice(at, quote + 1))
        at = quote + 2
      } else {
        parts.push(text.slice(at, quote))
        at = quote + 1
        break
      }
    }
    fields.push(parts.join(''))
    if (at === text.length || text.slice(at) === '\r') return { fields, lines: used }
    if (!text.startsWith(delimiter, at)) return { broken: 'a closing quote is followed by text' }
    at += 1
  }
}

/**
 * A two-character line end leaves the carriage return behind; within a quoted text it stays, because it was written
 * there.
 */
function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
