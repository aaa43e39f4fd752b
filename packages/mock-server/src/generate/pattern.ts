import { createRandom, type Random } from '@auspex/contract/random'

/** The usual length of an unbounded or wide repetition: long enough for unique ids, short enough to read. */
const usualLength = { min: 8, max: 10 }

/**
 * Creates a function that generates strings matching a pattern and its lengths: literals, classes, groups, alternatives, anchors and greedy quantifiers
 * of ECMA-262. Throws an `UnsupportedPatternError` for anything else, and an `Error` when no string is found.
 */
export function compilePattern(
  source: string,
  { minLength, maxLength }: { minLength: number; maxLength: number },
): (random: Random) => string {
  const write = new PatternReader(source).read()
  const expression = new RegExp(source, 'u')
  const draw = (random: Random): string => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const text = write(random)
      if (text.length <= maxLength && text.length >= minLength && expression.test(text)) return text
    }
    throw new Error(`No string of ${minLength} to ${maxLength} characters was found for ${source}`)
  }
  draw(createRandom(1)) // fails early when no string exists
  return draw
}

/** The expression uses features that cannot be generated from: lookaround, back-references, Unicode properties. */
export class UnsupportedPatternError extends Error {
  override readonly name = 'UnsupportedPatternError'
}

type Write = (random: Random) => string

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const classes: Readonly<Record<string, RegExp>> = { d: /\d/, w: /\w/, s: / /, D: /\D/, W: /\W/, S: /\S/ }
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }

/** A recursive descent: each method reads one part of the expression from `#at` on and returns what writes it. */
class PatternReader {
  readonly #source: string
  readonly #characters: readonly string[]
  #at = 0

  constructor(source: string) {
    this.#source = source
    this.#characters = Array.from(source)
  }

  read(): Write {
    const write = this.#choice()
    return this.#peek() === '' ? write : this.#fail('an unopened group')
  }

  #peek(): string {
    return this.#characters[this.#at] ?? ''
  }

  /** Reads the next character if it is one of these, or any. */
  #take(wanted?: string): string {
    const character = this.#peek()
    if (wanted !== undefined && !(character !== '' && wanted.includes(character))) return ''
    this.#at += 1
    return character
  }

  #choice(): Write {
    const branches = [this.#sequence()]
    while (this.#take('|') !== '') branches.push(this.#sequence())
    return (random) => random.pick(branches)(random)
  }

  #sequence(): Write {
    const parts: Write[] = []
    while (!['', '|', ')'].includes(this.#peek())) {
      // the whole string is generated, so it begins and ends at the anchors
      if (this.#take('^$') === '') parts.push(this.#repeated())
    }
    return (random) => parts.map((write) => write(random)).join('')
  }

  /** An atom with its quantifier. */
  #repeated(): Write {
    const isGroup = this.#peek() === '('
    const options = isGroup ? [] : this.#options()
    const write: Write = isGroup ? this.#group() : (random) => random.pick(options)
    const [min, max] = this.#bounds()
    if (min === 1 && max === 1) return write
    const low = isGroup ? min : Math.max(min, Math.min(max, usualLength.min))
    const high = isGroup ? Math.min(max, min + 2) : Math.max(low, Math.min(max, usualLength.max))
    return (random) => Array.from({ length: random.int(low, high) }, () => write(random)).join('')
  }

  /** The characters that one place may have. */
  #options(): readonly string[] {
    const character = this.#take()
    if (character === '.') return printable
    if (character === '\\') return this.#escaped()
    return character === '[' ? this.#class() : [character]
  }

  #group(): Write {
    this.#take()
    if (this.#take('?') !== '' && this.#take(':') === '') this.#fail('a look-around or a named group')
    const write = this.#choice()
    return this.#take(')') === '' ? this.#fail('an open group') : write
  }

  #escaped(): readonly string[] {
    const character = this.#take()
    if (character === 'u' || character === 'x') {
      const code = Array.from({ length: character === 'u' ? 4 : 2 }, () => this.#take()).join('')
      return [String.fromCharCode(Number.parseInt(code, 16))]
    }
    if (/[1-9bBpPk]/.test(character)) this.#fail(`\\${character}`)
    const known = classes[character]
    return known === undefined ? [escapes[character] ?? character] : printable.filter((each) => known.test(each))
  }

  #class(): readonly string[] {
    const isNegated = this.#take('^') !== ''
    const member = () => (this.#peek() === '\\' ? (this.#take(), this.#escaped()) : [this.#take()])
    const options: string[] = []
    while (this.#peek() !== '' && this.#peek() !== ']') {
      const first = member()
      const isRange = first.length === 1 && this.#peek() === '-' && this.#characters[this.#at + 1] !== ']'
      options.push(...(isRange && this.#take() !== '' ? range(first[0], member()[0]) : first))
    }
    this.#at += 1
    const drawn = isNegated ? printable.filter((each) => !options.includes(each)) : options
    return drawn.length === 0 ? this.#fail('an empty class') : drawn
  }

  #bounds(): [min: number, max: number] {
    const rest = this.#characters.slice(this.#at, this.#at + 20).join('')
    const [all = '', least, comma, most] = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(rest) ?? [] // lazy ones match the same
    this.#at += all.length
    if (all === '') return [1, 1]
    if (least === undefined) return [all.startsWith('+') ? 1 : 0, all.startsWith('?') ? 1 : Infinity]
    return [Number(least), comma === undefined ? Number(least) : most === '' ? Infinity : Number(most)]
  }

  #fail(what: string): never {
    throw new UnsupportedPatternError(`Strings cannot be drawn from ${what} in ${this.#source}`)
  }
}

function range(first = '', last = ''): string[] {
  const from = first.codePointAt(0) ?? 0
  const to = Math.min(last.codePointAt(0) ?? 0, from + 200)
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
}
