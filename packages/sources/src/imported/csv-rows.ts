import { csvColumns } from './csv-columns.ts'
import { createCsvReader, type CsvRecord } from './csv-records.ts'
import { ImportFormatError } from './import-errors.ts'
import type { ImportRow, ParsedRow, ReadRow } from './imported.parse.ts'
import type { Line } from './lines.ts'

/** Reads one document per record; the first line that is not blank names the columns. */
export async function* readCsvRows(
  batches: AsyncIterable<Line[]>,
  parse: (row: ImportRow) => ParsedRow,
): AsyncGenerator<ReadRow, void, undefined> {
  let line = 0
  let reader: ReturnType<typeof createCsvReader> | null = null
  let names: (string | null)[] = []
  for await (const batch of batches) {
    let lines = batch
    if (reader === null) {
      const at = batch.findIndex((text) => typeof text !== 'string' || text.trim() !== '')
      line += at === -1 ? batch.length : at + 1
      if (at === -1) continue
      const header = batch[at]
      const columns = csvColumns(typeof header === 'string' ? header : '')
      if (typeof columns === 'string') throw new ImportFormatError('csv_header', columns)
      names = columns.fields
      reader = createCsvReader({ delimiter: columns.delimiter, firstLine: line + 1 })
      lines = batch.slice(at + 1)
    }
    for (const record of reader.push(lines)) yield toRow(record, names, parse)
  }
  for (const record of reader?.push([], { last: true }) ?? []) yield toRow(record, names, parse)
}

function toRow(record: CsvRecord, names: (string | null)[], parse: (row: ImportRow) => ParsedRow): ReadRow {
  const { line } = record
  if ('broken' in record) return { line, rejected: record.broken }
  const { fields } = record
  if (fields.length !== names.length)
    return { line, rejected: `the row has ${fields.length} columns, the header has ${names.length}` }
  const row: Record<string, string> = {}
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]
    if (name) row[name] = fields[index] ?? ''
  }
  return { line, ...parse(row) }
}
