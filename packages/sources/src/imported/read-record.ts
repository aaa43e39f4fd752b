import type { Line } from './lines.ts'

/** A record with its fields and lines, or why it is none. */
export type ReadRecord = { fields: string[]; lines: number } | { broken: string }

/** The record that starts at `lines[from]`, or null when it ends in none of the next `maxLines`. */
export function readRecord(
  lines: readonly Line[],
  from: number,
  delimiter: string,
  maxLines = Infinity,
): ReadRecord | null {
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
    const parts: string[] = []
    at += 1
    for (;;) {
      const quote = text.indexOf('"', at)
      if (quote === -1) {
        const next = lines[from + used]
        if (used >= maxLines || next === undefined) return null
        if (typeof next !== 'string') return next
        parts.push(text.slice(at), '\n')
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
    if (at === text.length) return { fields, lines: used }
    if (!text.startsWith(delimiter, at)) return { broken: 'a closing quote is followed by text' }
    at += 1
  }
}
