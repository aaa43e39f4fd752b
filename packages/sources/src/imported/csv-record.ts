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
  let usedLines = 1
  let at = 0
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at)
      if (end === -1) return { fields: [...fields, withoutReturn(text.slice(at))], lines: usedLines }
      fields.push(text.slice(at, end))
      at = end + 1
      continue
    }
    const parts: string[] = []
    at += 1
    for (;;) {
      const quote = text.indexOf('"', at)
      if (quote === -1) {
        const next = lines[from + usedLines]
        if (usedLines >= maxLines || next === undefined) return null
        if (typeof next !== 'string') return next
        parts.push(text.slice(at), lineEnd)
        text = next
        at = 0
        usedLines += 1
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
    if (at === text.length || text.slice(at) === '\r') return { fields, lines: usedLines }
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

export interface CsvColumns {
  delimiter: string
  /** The field of the import format in each column; null for an unused column. */
  fields: (string | null)[]
  /** Lines of the header: a quoted name may contain line breaks, and the line before it may state the delimiter. */
  lines: number
}

/** Maximum number of lines within which a header ends. */
export const maxHeaderLines = 100

const knownFields = new Set(
  'id source kind url title body author published_at date_precision country lang score comments views reposts'.split(
    ' ',
  ),
)

/** Other names that spreadsheets and exports use for the same field. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['outlet', 'source'],
  ['link', 'url'],
  ['headline', 'title'],
  ['text', 'body'],
  ['content', 'body'],
  ['description', 'body'],
  ['date', 'published_at'],
  ['published', 'published_at'],
  ['created_at', 'published_at'],
  ['language', 'lang'],
])

/** As Excel writes it before the header. */
const namedDelimiter = /^"?sep=(.)"?\r?$/i

/**
 * Parses the header of a CSV file, which begins in the first of these lines, or returns one sentence about what is missing. Fields are separated by
 * comma, semicolon or tab, or as a line before the header states.
 */
export function csvColumns([first = '', ...rest]: readonly Line[]): CsvColumns | string {
  const named = typeof first === 'string' ? namedDelimiter.exec(first)?.[1] : undefined
  const lines = named === undefined ? [first, ...rest] : rest
  let best: CsvColumns | null = null
  for (const delimiter of named === undefined ? [',', ';', '\t'] : [named]) {
    const header = readRecord(lines, 0, { delimiter }, maxHeaderLines)
    if (header === null || 'broken' in header) continue
    const columns = {
      delimiter,
      fields: toFields(header.fields),
      lines: header.lines + (named === undefined ? 0 : 1),
    }
    if (best === null || countKnown(columns) > countKnown(best)) best = columns
  }
  const columns = new Set(best?.fields)
  if (best && columns.has('published_at') && (columns.has('title') || columns.has('body'))) return best
  return 'The first line of a CSV file must name the columns: published_at, and title or body.'
}

function toFields(names: string[]): (string | null)[] {
  const seen = new Set<string>()
  return names.map((name) => {
    const key = name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    const field = knownFields.has(key) ? key : (aliases.get(key) ?? null)
    // The first column for a field wins; `text` beside `body` is ignored.
    if (field === null || seen.has(field)) return null
    seen.add(field)
    return field
  })
}

function countKnown(columns: CsvColumns): number {
  return columns.fields.filter((field) => field !== null).length
}
