import type { Line } from './lines.ts'
import { type CsvForm, readRecord } from './read-record.ts'

interface Shape extends CsvForm {
  width: number
  isRow(fields: readonly string[]): boolean
}

/** Maximum number of lines searched for the end of one row after a malformed record: more would make a hostile file slow. */
const maxRowLines = 1_000

/** What a line with a quote shows about a text that was open before it: it ends the text, it begins a row, or it can only be text. */
type End = 'closes' | 'row' | 'text' | null

/**
 * The number of lines of a record that breaks the rules. The next line with a quote decides: a quote after text ends the open text, so all lines
 * before it belong to that; one at the start of a field begins a row, so the malformed record is only its own line. Where no line decides, the lines
 * are rows if most of them parse as rows. Null when more lines are needed.
 */
export function findTornEnd(
  lines: readonly Line[],
  from: number,
  shape: Shape & {
    /** Lines after which its quotes close, with too many or too few fields. */ closesAfter: number | null
    mayGrow: boolean
  },
): { lines: number; /** Whether its text continues after the available lines. */ isOpen: boolean } | null {
  const { closesAfter, mayGrow } = shape
  if (closesAfter !== null) {
    const isOneLine = areMostlyRows(lines.slice(from + 1, from + closesAfter), shape)
    return { lines: isOneLine ? 1 : closesAfter, isOpen: false }
  }
  let lastText = from
  for (let at = from + 1; at < lines.length; at += 1) {
    const end = isEndOfTorn(lines, at, shape)
    if (end === 'closes') return { lines: at - from + 1, isOpen: false }
    if (end === 'row') return { lines: countLines(lastText), isOpen: false }
    if (end === 'text') lastText = at
  }
  if (mayGrow) return null
  if (lastText > from) return { lines: countLines(lastText), isOpen: false }
  return countLines(lines.length - 1) === 1 ? { lines: 1, isOpen: false } : { lines: lines.length - from, isOpen: true }

  function countLines(last: number): number {
    return areMostlyRows(lines.slice(from + 1, last + 1), shape) ? 1 : last - from + 1
  }
}

export function isEndOfTorn(lines: readonly Line[], at: number, shape: Shape): End {
  const line = lines[at]
  if (typeof line !== 'string') return null
  const quote = line.indexOf('"')
  if (quote === -1) return null
  // a row that follows the rules has its first quote at the start of a field
  const isAtStart = quote === 0 || line.slice(0, quote).endsWith(shape.delimiter)
  if (isAtStart) {
    const row = readRecord(lines, at, shape, maxRowLines)
    if (row !== null && 'fields' in row && shape.isRow(row.fields)) return 'row'
  }
  if (closesText(line, shape)) return 'closes'
  return isAtStart ? null : 'text'
}

/** Whether a text that was open before the line ends in it, followed by valid fields, no more than a row has. */
function closesText(line: string, shape: Shape): boolean {
  const rest = readRecord([`"${line}`], 0, shape)
  return rest !== null && 'fields' in rest && rest.fields.length <= shape.width
}

function areMostlyRows(lines: readonly Line[], shape: Shape): boolean {
  const written = lines.filter((line) => typeof line !== 'string' || line.trim() !== '')
  const rows = written.filter((line) => {
    const row = readRecord([line], 0, shape)
    return row !== null && 'fields' in row && shape.isRow(row.fields)
  })
  return rows.length > 0 && rows.length >= 0.75 * written.length
}
