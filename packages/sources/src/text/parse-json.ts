/** The JSON value of a text, or undefined when it is none (a body that was cut, for instance). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A backslash and what follows it, where JSON knows it; a backslash alone; a control character within a string. */
const escapes = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})|\\|[\u0000-\u001f]/gi // oxlint-disable-line no-control-regex
const jsonString = /"[^"\\]*(?:\\[^][^"\\]*)*"/g

/**
 * The same for those who write JSON by hand: a backslash that begins no escape is one, and a line break within a string is
 * one. Whoever writes JSON as the standard has it is not read differently.
 */
export function parseLooseJson(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? parseJson(text.replace(jsonString, repair)) : value
}

function repair(written: string): string {
  return written.replace(escapes, (found) => {
    if (found === '\\') return '\\\\'
    return found.length > 1 ? found : JSON.stringify(found).slice(1, -1)
  })
}

/**
 * The objects of a list of flat objects, each read for itself, so that one which is damaged takes no others with it:
 * `undefined` for those. An object begins where one with `firstName` does.
 */
export function parseObjects(text: string, firstName: string): unknown[] {
  const starts = [...text.matchAll(new RegExp(`\\{\\s*"${firstName}"\\s*:`, 'g'))].map(({ index }) => index)
  return starts.map((start, at) => {
    const piece = text.slice(start, starts[at + 1])
    return parseLooseJson(piece.slice(0, piece.lastIndexOf('}') + 1).replace(/\}[\s\]}]*$/, '}'))
  })
}
