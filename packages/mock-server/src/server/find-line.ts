/** Tells the line (from 1) of a character. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/**
 * Finds the line (from 1) of a place in a JSON text, by its JSON pointer; null when the text has no such place. The text must be JSON.
 */
export function lineOfPointer(text: string, pointer: string): number | null {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const scanner = createScanner(text)
  let line = lineAt(text, scanner.skipSpace())
  for (const step of steps) {
    const found = scanner.enter(step)
    if (found === null) return null
    line = lineAt(text, found)
  }
  return line
}

interface Scanner {
  skipSpace(): number
  /** Goes into a property or an element of the value here and tells where it begins; null when there is none. */
  enter(step: string): number | null
}

function createScanner(text: string): Scanner {
  let at = 0
  const skipSpace = () => {
    while (/\s/.test(text[at] ?? '')) at += 1
    return at
  }
  const skipString = () => {
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    at += 1
  }
  const skipValue = () => {
    skipSpace()
    let depth = 0
    do {
      const letter = text[at]
      if (letter === '"') skipString()
      else {
        if (letter === '{' || letter === '[') depth += 1
        if (letter === '}' || letter === ']') depth -= 1
        at += 1
      }
    } while (at < text.length && (depth > 0 || !/[,}\]]/.test(text[at] ?? '')))
  }
  const enter = (step: string): number | null => {
    skipSpace()
    const isList = text[at] === '['
    if (!isList && text[at] !== '{') return null
    at += 1
    for (let index = 0; ; index += 1) {
      const start = skipSpace()
      if (text[at] === ']' || text[at] === '}' || at >= text.length) return null
      let name = String(index)
      if (!isList) {
        skipString()
        name = String(JSON.parse(text.slice(start, at)))
        skipSpace()
        at += 1
      }
      if (name === step) return start
      skipValue()
      skipSpace()
      if (text[at] === ',') at += 1
    }
  }
  return { skipSpace, enter }
}
