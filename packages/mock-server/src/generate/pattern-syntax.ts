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
  return new PatternParser(source).parse()
}

/** A recursive descent: each method reads one part of the expression from `#at` on. */
class PatternParser {
  readonly #source: string
  readonly #characters: readonly string[]
  #at = 0

  constructor(source: string) {
    this.#source = source
    this.#characters = Array.from(source)
  }

  parse(): PatternNode {
    const node = this.#choice()
    return this.#at < this.#characters.length ? this.#fail('an unopened group') : node
  }

  #choice(): PatternNode {
    const branches = [this.#sequence()]
    while (this.#characters[this.#at] === '|') {
      this.#at += 1
      branches.push(this.#sequence())
    }
    return branches.length === 1 && branches[0] !== undefined ? branches[0] : { kind: 'choice', branches }
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (
      this.#at < this.#characters.length &&
      this.#characters[this.#at] !== '|' &&
      this.#characters[this.#at] !== ')'
    ) {
      const node = this.#atom()
      if (node !== null) parts.push(this.#quantified(node))
    }
    return { kind: 'sequence', parts }
  }

  #atom(): PatternNode | null {
    const character = this.#characters[this.#at] ?? ''
    this.#at += 1
    switch (character) {
      case '^':
      case '$':
        return null // the whole string is generated, so it begins and ends here
      case '.':
        return { kind: 'characters', options: printable }
      case '[':
        return { kind: 'characters', options: this.#characterClass() }
      case '(':
        return this.#group()
      case '\\':
        return { kind: 'characters', options: this.#escaped() }
      default:
        return { kind: 'characters', options: [character] }
    }
  }

  #group(): PatternNode {
    if (this.#characters[this.#at] === '?') {
      if (this.#characters[this.#at + 1] !== ':') this.#fail('a look-around or a named group')
      this.#at += 2
    }
    const node = this.#choice()
    if (this.#characters[this.#at] !== ')') this.#fail('an open group')
    this.#at += 1
    return node
  }

  #escaped(): readonly string[] {
    const character = this.#characters[this.#at] ?? ''
    this.#at += 1
    if (character === 'u' || character === 'x') {
      const length = character === 'u' ? 4 : 2
      const code = this.#characters.slice(this.#at, this.#at + length).join('')
      this.#at += length
      return [String.fromCharCode(Number.parseInt(code, 16))]
    }
    if (/[1-9bBpPk]/.test(character)) this.#fail(`\\${character}`)
    return sets[character] ?? [escapes[character] ?? character]
  }

  #characterClass(): readonly string[] {
    const isNegated = this.#characters[this.#at] === '^'
    if (isNegated) this.#at += 1
    const options: string[] = []
    while (this.#at < this.#characters.length && this.#characters[this.#at] !== ']') {
      const first = this.#classMember()
      if (this.#characters[this.#at] === '-' && this.#characters[this.#at + 1] !== ']' && first.length === 1) {
        this.#at += 1
        options.push(...range(first[0] ?? '', this.#classMember()[0] ?? ''))
      } else options.push(...first)
    }
    this.#at += 1
    const drawn = isNegated ? printable.filter((each) => !options.includes(each)) : options
    return drawn.length === 0 ? this.#fail('an empty class') : drawn
  }

  #classMember(): readonly string[] {
    const character = this.#characters[this.#at] ?? ''
    this.#at += 1
    return character === '\\' ? this.#escaped() : [character]
  }

  #quantified(node: PatternNode): PatternNode {
    const character = this.#characters[this.#at]
    const [min, max] =
      character === '*'
        ? [0, Infinity]
        : character === '+'
          ? [1, Infinity]
          : character === '?'
            ? [0, 1]
            : this.#bounds()
    if (character === '*' || character === '+' || character === '?') this.#at += 1
    if (min === 1 && max === 1) return node
    if (this.#characters[this.#at] === '?') this.#at += 1 // lazy quantifiers match the same strings
    return { kind: 'repeat', node, min, max }
  }

  #bounds(): [number, number] {
    const found = /^{(\d+)(,(\d*))?}/.exec(this.#characters.slice(this.#at, this.#at + 20).join(''))
    if (found === null) return [1, 1]
    this.#at += found[0].length
    const min = Number(found[1])
    return [min, found[2] === undefined ? min : found[3] === '' ? Infinity : Number(found[3])]
  }

  #fail(what: string): never {
    throw new UnsupportedPatternError(`Strings cannot be drawn from ${what} in ${this.#source}`)
  }
}

function range(first: string, last: string): string[] {
  const from = first.codePointAt(0) ?? 0
  const to = Math.min(last.codePointAt(0) ?? 0, from + 200)
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
}
