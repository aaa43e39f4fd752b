import { readCsvLine } from './csv-records.ts'

export interface CsvColumns {
  delimiter: string
  /** The field of the import format in each column; null for a column that is not used. */
  fields: (string | null)[]
}

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

/** Reads the header of a CSV file (comma, semicolon or tab), or returns one sentence that says what it lacks. */
export function csvColumns(header: string): CsvColumns | string {
  const line = header.replace(/^\uFEFF/, '').replace(/\r$/, '')
  let best: CsvColumns | null = null
  for (const delimiter of [',', ';', '\t']) {
    const names = readCsvLine(line, delimiter)
    if (names === null) continue
    const columns = { delimiter, fields: toFields(names) }
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
    // The first column that means a field wins; `text` beside `body` is left unread.
    if (field === null || seen.has(field)) return null
    seen.add(field)
    return field
  })
}

function countKnown(columns: CsvColumns): number {
  return columns.fields.filter((field) => field !== null).length
}
