/** The parsed form of a supported regular expression. */
export type PatternNode =
  | { kind: 'characters'; options: readonly string[] }
  | { kind: 'sequence'; parts: readonly PatternNode[] }
  | { kind: 'choice'; branches: readonly PatternNode[] }
  | { kind: 'repeat'; node: PatternNode; min: number; max: number }

/** The expression uses features that cannot be generated from: lookaround, back-references, Unicode properties. */
export class UnsupportedPatternError extends Error {
  override readonly name = 'UnsupportedPatternError'
}

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const digits = Array.from('0123456789')
const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
const sets: Readonly<Record<string, readonly string[]>> = {
  d: digits,
  w: [...letters, ...digits, '_'],
  s: [' '],
  D: printable.filter((each) => !digits.includes(each)),
  W: printable.filter((each) => !/\w/.test(each)),
  S: printable.filter((each) => each !== ' '),
}
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }

/**
 * Parses the subset of ECMA-262 regular expressions that contracts use: literals, classes, groups, alternatives, anchors
 * and greedy quantifiers. Throws an `UnsupportedPatternError` for anything else.
 */
export function parsePattern(source: string): PatternNode {
  const characters = Array.from(source)
  let at = 0
  const fail = (what: string): never => {
    throw new UnsupportedPatternError(`Strings cannot be drawn from ${what} in ${source}`)
  }

  function choice(): PatternNode {
    const branches = [sequence()]
    while (characters[at] === '|') {
      at += 1
      branches.push(sequence())
    }
    return branches.length === 1 && branches[0] !== undefined ? branches[0] : { kind: 'choice', branches }
  }

  function sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (at < characters.length && characters[at] !== '|' && characters[at] !== ')') {
      const node = atom()
      if (node !== null) parts.push(quantified(node))
    }
    return { kind: 'sequence', parts }
  }

  function atom(): PatternNode | null {
    const character = characters[at] ?? ''
    at += 1
    switch (character) {
      case '^':
      case '$':
        return null // the whole string is generated, so it begins and ends here
      case '.':
        return { kind: 'characters', options: printable }
      case '[':
        return { kind: 'characters', options: characterClass() }
      case '(':
        return group()
      case '\\':
        return { kind: 'characters', options: escaped() }
      default:
        return { kind: 'characters', options: [character] }
    }
  }

  function group(): PatternNode {
    if (characters[at] === '?') {
      if (characters[at + 1] !== ':') fail('a look-around or a named group')
      at += 2
    }
    const node = choice()
    if (characters[at] !== ')') fail('an open group')
    at += 1
    return node
  }

  function escaped(): readonly string[] {
    const character = characters[at] ?? ''
    at += 1
    if (character === 'u' || character === 'x') {
      const length = character === 'u' ? 4 : 2
      const code = characters.slice(at, at + length).join('')
      at += length
      return [String.fromCharCode(Number.parseInt(code, 16))]
    }
    if (/[1-9bBpPk]/.test(character)) fail(`\\${character}`)
    return sets[character] ?? [escapes[character] ?? character]
  }

  function characterClass(): readonly string[] {
    const isNegated = characters[at] === '^'
    if (isNegated) at += 1
    const options: string[] = []
    while (at < characters.length && characters[at] !== ']') {
      const first = classMember()
      if (characters[at] === '-' && characters[at + 1] !== ']' && first.length === 1) {
        at += 1
        options.push(...range(first[0] ?? '', classMember()[0] ?? ''))
      } else options.push(...first)
    }
    at += 1
    const drawn = isNegated ? printable.filter((each) => !options.includes(each)) : options
    return drawn.length === 0 ? fail('an empty class') : drawn
  }

  function classMember(): readonly string[] {
    const character = characters[at] ?? ''
    at += 1
    return character === '\\' ? escaped() : [character]
  }

  function quantified(node: PatternNode): PatternNode {
    const character = characters[at]
    const [min, max] =
      character === '*' ? [0, Infinity] : character === '+' ? [1, Infinity] : character === '?' ? [0, 1] : bounds()
    if (character === '*' || character === '+' || character === '?') at += 1
    if (min === 1 && max === 1) return node
    if (characters[at] === '?') at += 1 // lazy quantifiers match the same strings
    return { kind: 'repeat', node, min, max }
  }

  function bounds(): [number, number] {
    const found = /^{(\d+)(,(\d*))?}/.exec(characters.slice(at, at + 20).join(''))
    if (found === null) return [1, 1]
    at += found[0].length
    const min = Number(found[1])
    return [min, found[2] === undefined ? min : found[3] === '' ? Infinity : Number(found[3])]
  }

  const node = choice()
  return at < characters.length ? fail('an unopened group') : node
}

function range(first: string, last: string): string[] {
  const from = first.codePointAt(0) ?? 0
  const to = Math.min(last.codePointAt(0) ?? 0, from + 200)
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
}
