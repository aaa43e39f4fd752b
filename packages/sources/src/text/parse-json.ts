/** The JSON value of a text, or undefined when it is invalid (a truncated body, for instance). */
export function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** A backslash and what follows it, where JSON knows it; a backslash alone; a control character within a string. */
const escapes = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})|\\|[\u0000-\u001f]/gi // oxlint-disable-line no-control-regex
const jsonString = /"[^"\\]*(?:\\[^][^"\\]*)*"/g

/**
 * The same for hand-written JSON: a backslash that begins no escape is literal, and so is a line break within a string. Valid JSON is not read
 * differently.
 */
export function parseLooseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  const value = parseJson(text, parse)
  return value === undefined ? parseJson(text.replace(jsonString, repair), parse) : value
}

function repair(written: string): string {
  return written.replace(escapes, (found) => {
    if (found === '\\') return '\\\\'
    return found.length > 1 ? found : JSON.stringify(found).slice(1, -1)
  })
}

/**
 * The objects of a list of flat objects, each parsed separately, so that a damaged one does not affect others: it becomes `undefined`. An object
 * begins where one with `firstName` does.
 */
export function parseObjects(text: string, firstName: string): unknown[] {
  const starts = [...text.matchAll(new RegExp(`\\{\\s*"${firstName}"\\s*:`, 'g'))].map(({ index }) => index)
  return starts.map((start, at) => {
    const piece = text.slice(start, starts[at + 1])
    return parseLooseJson(piece.slice(0, piece.lastIndexOf('}') + 1).replace(/\}[\s\]}]*$/, '}'))
  })
}
/** The signature by which a reviver receives the text of a number: in JavaScript since 2025, but not in TypeScript's types yet. */
type ReadValue = (key: string, value: unknown, context: { source?: string }) => unknown

/**
 * Parses JSON whose `id` fields may be whole numbers with more digits than a number can represent: such an id becomes a string of its digits. Throws
 * like `JSON.parse`.
 */
export function parseWithExactIds(text: string): unknown {
  if (!longId.test(text)) return JSON.parse(text)
  const read: ReadValue = (key, value, { source = '' }) =>
    key === 'id' && typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
  return JSON.parse(text, read as (key: string, value: unknown) => unknown)
}

/** A cheap test: only a text with such an id is parsed with a reviver, which is several times slower. */
const longId = /"id"\s*:\s*-?\d{16}/
