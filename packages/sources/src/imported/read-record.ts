import type { Line, LineEnd } from './lines.ts'

/** How a CSV file is written. */
export interface CsvForm {
  delimiter: string
  /** What its lines were divided by, and what stands between two lines of a text. */
  lineEnd?: LineEnd
}

/** A record with its fields and lines, or why it is none. */
type ReadRecord = { fields: string[]; lines: number } | { broken: string }

/** The record that starts at `lines[from]`, or null when it ends in none of the next `maxLines`. */
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

/** A line end of two signs leaves the first behind; within a text in quotes it is kept, because it was written there. */
function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
