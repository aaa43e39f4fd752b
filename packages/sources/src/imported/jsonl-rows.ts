import { parseWithExactIds } from '../text/parse-json.ts'
import type { ImportRow, ParsedRow, ReadRow } from './imported.parse.ts'
import type { Line } from './lines.ts'

/** Reads one JSON object per line. Blank lines are passed over. */
export async function* readJsonlRows(
  batches: AsyncIterable<Line[]>,
  parse: (row: ImportRow) => ParsedRow,
): AsyncGenerator<ReadRow, void, undefined> {
  let line = 0
  for await (const batch of batches) {
    for (const text of batch) {
      line += 1
      if (typeof text !== 'string') yield { line, rejected: text.broken }
      else if (text.trim() !== '') yield { line, ...parseLine(text, parse) }
    }
  }
}

function parseLine(text: string, parse: (row: ImportRow) => ParsedRow): ParsedRow {
  let row: unknown
  try {
    row = parseWithExactIds(text)
  } catch {
    return { rejected: 'the line is not valid JSON' }
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { rejected: 'the line is not a JSON object' }
  // Cast: a JSON object; every field is checked when it is read.
  return parse(row as ImportRow)
}
