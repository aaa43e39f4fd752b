/** What a parser must find in a file of the conformance set, which states it in a comment as a Python expression. */
export interface Expectation {
  /** As written: `entries[0]['title']`. */
  path: string
  /** Text, or the parts of a UTC time; null is `None`, and undefined an expression that this parser does not support. */
  value: string | readonly number[] | null | undefined
}

/** Reads `Expect: not bozo and a == 'x' and b == 'y'`; null if the file states nothing. */
export function readExpectations(file: string): Expectation[] | null {
  const line = /^\s*Expect:\s*(.*)$/m.exec(file)?.[1]
  if (line === undefined) return null
  return splitAnd(line)
    .filter((part) => !/^(not bozo|bozo)$/.test(part))
    .map(readComparison)
}

/** Splits at the word "and" outside of quotes. */
function splitAnd(line: string): string[] {
  const parts: string[] = []
  let part = ''
  let quote: string | null = null
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? ''
    if (quote === null && line.startsWith(' and ', at)) {
      parts.push(part.trim())
      part = ''
      at += 4
      continue
    }
    if (letter === '\\') {
      part += letter + (line[at + 1] ?? '')
      at += 1
      continue
    }
    if (quote === null && (letter === "'" || letter === '"')) quote = letter
    else if (letter === quote) quote = null
    part += letter
  }
  return [...parts, part.trim()]
}

function readComparison(part: string): Expectation {
  const match = /^([\w.[\]'"]+)\s*==\s*(.+)$/s.exec(part)
  if (match === null) return { path: part, value: undefined }
  const [, path = '', literal = ''] = match
  return {
    path: path.replaceAll('"', "'").replace(/^(feed|entries\[0\])\.(\w+)$/, "$1['$2']"),
    value: readLiteral(literal.trim()),
  }
}

function readLiteral(literal: string): Expectation['value'] {
  if (literal === 'None') return null
  const tuple = /^\(([\d,\s]+)\)$/.exec(literal)?.[1]
  if (tuple !== undefined) return tuple.split(',').map(Number)
  const text = /^u?('''|"""|['"])(.*)\1$/s.exec(literal)?.[2]
  return text === undefined ? undefined : unescape(text)
}

function unescape(text: string): string {
  return text.replace(/\\(u[0-9a-f]{4}|U[0-9a-f]{8}|x[0-9a-f]{2}|.)/gi, (_, code: string) => {
    if (/^[uUx]./.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16))
    return { n: '\n', r: '\r', t: '\t' }[code] ?? code
  })
}
