import { parseWithExactIds } from '../text/parse-json.ts'
import type { ImportRow, ParsedRow, ReadRow } from './imported.parse.ts'
import type { Line } from './lines.ts'
import { findRepeatedField } from './repeated-field.ts'

/** Reads one JSON object per line. Blank lines are skipped. */
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
  } catch (error) {
    if (error instanceof RangeError) return { rejected: 'the line is nested too deep' }
    return { rejected: `the line is not valid JSON${text.includes('\0') ? ': it holds the character U+0000' : ''}` }
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { rejected: 'the line is not a JSON object' }
  const twice = findRepeatedField(text)
  if (twice !== null) return { rejected: `${twice} stands twice in the row` }
  // Cast: a JSON object; every field is checked when it is read.
  return parse(row as ImportRow)
}
