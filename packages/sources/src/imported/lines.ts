import { isUtf8 } from 'node:buffer'

/** A line that could not be decoded. */
export interface BrokenLine {
  broken: string
}
export type Line = string | BrokenLine

/** Maximum length of a line in bytes. A longer one is rejected, so that a file without line ends cannot fill the memory. */
export const maxLineBytes = 2 * 1024 * 1024

/** What ends a line: a line feed, also after a carriage return, or carriage returns alone, as old Macintosh programs write them. */
export type LineEnd = '\n' | '\r'

const tooLong: BrokenLine = { broken: `the line is longer than ${maxLineBytes / 1024 / 1024} MB` }
const notUtf8: BrokenLine = { broken: 'the line is not valid UTF-8' }

/** Splits bytes into batches of lines, without their ends and a leading byte order mark; a carriage return before a line feed stays. */
export async function* toLines(chunks: AsyncIterable<Buffer>, lineEnd: LineEnd = '\n'): AsyncGenerator<Line[]> {
  const newline = lineEnd.charCodeAt(0)
  let rest = Buffer.alloc(0)
  let skipping = false
  let first = true
  for await (const chunk of chunks) {
    let bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (first && bytes.length >= 3) {
      first = false
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3)
    }
    const end = bytes.lastIndexOf(newline)
    if (end !== -1) {
      const lines = decode(bytes.subarray(0, end), lineEnd)
      if (skipping) lines[0] = tooLong
      skipping = false
      yield lines
    }
    rest = Buffer.from(bytes.subarray(end + 1))
    if (rest.length > maxLineBytes) {
      rest = Buffer.alloc(0)
      skipping = true
    }
  }
  if (skipping) yield [tooLong]
  else if (rest.length > 0) yield decode(rest, lineEnd)
}

/** Which of the two ends the first line; a line break within quotes does not count. */
export function findLineEnd(text: string): LineEnd {
  let isQuoted = false
  for (const { 0: sign, index } of text.matchAll(/["\r\n]/g)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted) return sign === '\r' && text[index + 1] !== '\n' ? '\r' : '\n'
  }
  return '\n'
}

function decode(bytes: Buffer, lineEnd: LineEnd): Line[] {
  const newline = lineEnd.charCodeAt(0)
  if (isUtf8(bytes)) return bytes.toString('utf8').split(lineEnd)
  const lines: Line[] = []
  for (let from = 0; from <= bytes.length;) {
    const at = bytes.indexOf(newline, from)
    const end = at === -1 ? bytes.length : at
    const line = bytes.subarray(from, end)
    lines.push(isUtf8(line) ? line.toString('utf8') : notUtf8)
    from = end + 1
  }
  return lines
}
