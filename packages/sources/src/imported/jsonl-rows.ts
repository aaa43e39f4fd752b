import { parseWithExactIds } from '../text/parse-json.ts'
import type { ImportRow, ParsedRow, ReadRow } from './imported.parse.ts'
import type { Line } from './lines.ts'

/** Fields of the import format, each of which a JSON row may contain once. */
const fields = [
  'id',
  'source',
  'kind',
  'url',
  'title',
  'body',
  'author',
  'published_at',
  'country',
  'lang',
  'engagement',
]
const namesInJson = fields.map((field) => `"${field}"`)

/**
 * A field that occurs twice in an object: JSON does not define which one counts, and a parser silently takes the last. Null for none. The text is
 * valid JSON of an object.
 */
function findRepeatedField(text: string): string | null {
  // this quick test, which takes a hundredth of the walk below, settles nearly every row
  const suspects = namesInJson.filter((name) => text.indexOf(name) !== text.lastIndexOf(name))
  if (suspects.length === 0) return null
  const seen = new Set<string>()
  let depth = 0
  let isName = false
  for (const { 0: token } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (token.startsWith('"')) {
      if (depth === 1 && isName && suspects.includes(token)) {
        if (seen.has(token)) return token.slice(1, -1)
        seen.add(token)
      }
      isName = false
    } else isName = token === '{' || token === ','
  }
  return null
}

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
