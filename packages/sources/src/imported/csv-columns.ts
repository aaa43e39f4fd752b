import type { Line } from './lines.ts'
import { readRecord } from './read-record.ts'

export interface CsvColumns {
  delimiter: string
  /** The field of the import format in each column; null for an unused column. */
  fields: (string | null)[]
  /** Lines of the header: a quoted name may contain line breaks, and the line before it may state the delimiter. */
  lines: number
}

/** Maximum number of lines within which a header ends. */
export const maxHeaderLines = 100

const fields = new Set(
  'id source kind url title body author published_at date_precision country lang score comments views reposts'.split(
    ' ',
  ),
)

/** Other names that spreadsheets and exports use for the same field. */
const aliases: Readonly<Record<string, string>> = {
  outlet: 'source',
  link: 'url',
  headline: 'title',
  text: 'body',
  content: 'body',
  description: 'body',
  date: 'published_at',
  published: 'published_at',
  created_at: 'published_at',
  language: 'lang',
}

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
  const found = new Set(best?.fields)
  if (best && found.has('published_at') && (found.has('title') || found.has('body'))) return best
  return 'The first line of a CSV file must name the columns: published_at, and title or body.'
}

function toFields(names: string[]): (string | null)[] {
  const seen = new Set<string>()
  return names.map((name) => {
    const key = name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    const field = fields.has(key) ? key : (aliases[key] ?? null)
    // The first column for a field wins; `text` beside `body` is ignored.
    if (field === null || seen.has(field)) return null
    seen.add(field)
    return field
  })
}

function countKnown(columns: CsvColumns): number {
  return columns.fields.filter((field) => field !== null).length
}
