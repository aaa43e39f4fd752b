import type { QueryMark } from './lex-query.ts'
import { QueryProblem } from './query-error.ts'
import { readField } from './query-fields.ts'
import { allOf, anyOf, noneOf, type PhraseNode, type QueryNode, type QueryWord } from './query-node.ts'
import { missingOperand, nearDistance, nearOperand, tooDeep, unclosedGroup, unexpectedClose } from './query-refusals.ts'
import { toQueryWords } from './query-words.ts'

/** Maximum number of nested parentheses and negations, as typed and as written by `formatQuery`. */
export const maxDepth = 32
/** Two words that are farther apart could be in the title and the body: the index leaves 16 positions between them. */
export const maxNearDistance = 16

type MarkOf<Kind extends QueryMark['kind']> = Extract<QueryMark, { kind: Kind }>

/** Chunks are split into words once: for scripts without spaces that is the slowest part of parsing. */
type ReadMark = Exclude<QueryMark, { kind: 'chunk' }> | (MarkOf<'chunk'> & { words: QueryWord[] })

/** A chunk that contains only signs is not a token. */
function readWords(mark: QueryMark): ReadMark[] {
  if (mark.kind !== 'chunk') return [mark]
  const words = toQueryWords(mark.text, mark.at)
  return words.length === 0 ? [] : [{ ...mark, words }]
}

/** Recursive descent over the tokens: or, and, not, primary. Throws `QueryProblem`. */
export class QueryReader {
  readonly #text: string
  readonly #marks: ReadMark[]
  #next = 0
  #depth = 0
  #deepest: { depth: number; at: number } = { depth: 0, at: 0 }

  constructor(text: string, marks: readonly QueryMark[]) {
    this.#text = text
    this.#marks = marks.flatMap(readWords)
  }

  readAll(): QueryNode {
    if (this.#marks.length === 0) {
      throw new QueryProblem({
        code: 'empty',
        column: 1,
        message: 'The query has no word to look for.',
        found: this.#text.trim() === '' ? 'nothing' : 'signs only',
        expected: 'a word',
        hint: 'Type a word, a name or a "phrase".',
      })
    }
    const query = this.#readOr()
    const rest = this.#peek()
    if (rest !== undefined) throw unexpectedClose(rest.at)
    if (writtenDepth(query) > maxDepth) throw tooDeep(this.#deepest.at, maxDepth)
    return query
  }

  #peek(): ReadMark | undefined {
    return this.#marks[this.#next]
  }

  #skip(kind: QueryMark['kind']): boolean {
    if (this.#peek()?.kind !== kind) return false
    this.#next++
    return true
  }

  #readOr(): QueryNode {
    const operands = [this.#readAnd()]
    while (this.#skip('or')) operands.push(this.#readAnd())
    return anyOf(operands)
  }

  #readAnd(): QueryNode {
    const operands = [this.#readNot()]
    for (;;) {
      const mark = this.#peek()
      if (mark === undefined || mark.kind === 'or' || mark.kind === 'close') return allOf(operands)
      this.#skip('and')
      operands.push(this.#readNot())
    }
  }

  #readNot(): QueryNode {
    const mark = this.#peek()
    if (mark === undefined) throw missingOperand(this.#text, undefined)
    if (this.#skip('minus')) return this.#nest(mark, () => noneOf(this.#readExcluded()))
    if (this.#skip('not')) return this.#nest(mark, () => noneOf(this.#readNot()))
    return this.#readPrimary(mark)
  }

  /** A minus excludes one chunk, whereas NOT excludes the whole run of bare words. */
  #readExcluded(): QueryNode {
    const mark = this.#peek()
    if (mark?.kind !== 'chunk') return this.#readNot()
    this.#next++
    return { kind: 'phrase', words: mark.words }
  }

  #readPrimary(mark: ReadMark): QueryNode {
    if (mark.kind === 'open') return this.#readGroup(mark)
    if (mark.kind === 'near') throw nearOperand(mark)
    if (mark.kind === 'field') {
      this.#next++
      return readField(mark)
    }
    const phrase = this.#readPhrase(mark)
    if (phrase === null) throw missingOperand(this.#text, mark)
    const near = this.#peek()
    return near?.kind === 'near' ? this.#readNear(phrase, near) : phrase
  }

  #readPhrase(mark: ReadMark | undefined): PhraseNode | null {
    if (mark?.kind === 'chunk') return { kind: 'phrase', words: this.#bareWords() }
    if (mark?.kind !== 'quoted') return null
    this.#next++
    return { kind: 'phrase', words: this.#quotedWords(mark) }
  }

  #readNear(first: PhraseNode, near: MarkOf<'near'>): QueryNode {
    if (near.distance < 1 || near.distance > maxNearDistance) throw nearDistance(near, maxNearDistance)
    this.#next++
    const second = this.#readPhrase(this.#peek())
    if (second === null) throw nearOperand(near)
    return { kind: 'near', distance: near.distance, operands: [first, second] }
  }

  #readGroup(open: QueryMark): QueryNode {
    this.#next++
    const group = this.#nest(open, () => this.#readOr())
    if (this.#skip('close')) return group
    throw unclosedGroup(open.at)
  }

  #bareWords(): QueryWord[] {
    const words: QueryWord[] = []
    for (let mark = this.#peek(); mark?.kind === 'chunk'; mark = this.#peek()) {
      words.push(...mark.words)
      this.#next++
    }
    return words
  }

  #quotedWords(mark: { text: string; at: number }): QueryWord[] {
    const words = toQueryWords(mark.text, mark.at + 1)
    if (words.length > 0) return words
    throw new QueryProblem({
      code: 'no_words',
      column: mark.at + 1,
      message: 'There is no word between these quotation marks.',
      found: `“${mark.text.slice(0, 20)}”`,
      expected: 'a word between the quotation marks',
      hint: 'Type a word or remove the quotation marks.',
    })
  }

  #nest(mark: QueryMark, readInner: () => QueryNode): QueryNode {
    this.#depth++
    if (this.#depth > this.#deepest.depth) this.#deepest = { depth: this.#depth, at: mark.at }
    if (this.#depth > maxDepth) throw tooDeep(mark.at, maxDepth)
    const inner = readInner()
    this.#depth--
    return inner
  }
}

/** Maximum nesting of parentheses and minus signs that `formatQuery` and `canonicalQuery` need to write a query. */
function writtenDepth(node: QueryNode): number {
  if (node.kind === 'not') return 1 + operandDepth(node.operand)
  if (node.kind !== 'and' && node.kind !== 'or') return 0
  let deepest = 0
  for (const operand of node.operands) deepest = Math.max(deepest, operandDepth(operand))
  return deepest
}

function operandDepth(node: QueryNode): number {
  const isEnclosed = node.kind === 'and' || node.kind === 'or' || node.kind === 'near'
  return writtenDepth(node) + (isEnclosed ? 1 : 0)
}
