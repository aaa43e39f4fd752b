import { csvColumns, maxHeaderLines } from './csv-columns.ts'
import { createCsvReader, type CsvRecord } from './csv-records.ts'
import { ImportFormatError } from './import-errors.ts'
import type { ImportRow, ParsedRow, ReadRow } from './imported.parse.ts'
import type { Line, LineEnd } from './lines.ts'

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
