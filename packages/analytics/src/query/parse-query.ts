import { lexQuery, type QueryMark } from './lex-query.ts'
import {
  allOf,
  anyOf,
  noneOf,
  type PhraseNode,
  type QueryError,
  type QueryNode,
  QuerySyntaxError,
  type QueryWord,
  hasRequiredWord,
} from './query-node.ts'
import { readField, toQueryWords } from './query-fields.ts'

type NearMark = Extract<QueryMark, { kind: 'near' }>

const names: Record<QueryMark['kind'], string> = {
  chunk: 'a word',
  quoted: 'a phrase',
  field: 'a field',
  near: 'near',
  and: '“AND”',
  or: '“OR”',
  not: '“NOT”',
  minus: '“-”',
  open: '“(”',
  close: '“)”',
}

function missingOperand(text: string, mark: QueryMark | undefined): QuerySyntaxError {
  return new QuerySyntaxError({
    code: 'missing_operand',
    column: (mark?.offset ?? text.trimEnd().length) + 1,
    message: 'A word or phrase is missing here.',
    found: mark === undefined ? 'the end of the query' : names[mark.kind],
    expected: 'a word, a "phrase", a field or (',
    hint: 'AND, OR and NOT in capitals join words; write them in lower case to search for them.',
  })
}

function unexpectedClose(index: number): QuerySyntaxError {
  return new QuerySyntaxError({
    code: 'unexpected_close',
    column: index + 1,
    message: 'This parenthesis closes nothing.',
    found: '“)”',
    expected: 'a word, AND, OR or the end of the query',
    hint: 'Remove it, or add ( before the group.',
  })
}

function unclosedGroup(index: number): QuerySyntaxError {
  return new QuerySyntaxError({
    code: 'unclosed_group',
    column: index + 1,
    message: 'This parenthesis is never closed.',
    found: 'the end of the query',
    expected: '“)”',
    hint: 'Add ) after the group.',
  })
}

function tooDeep(index: number, depthLimit: number): QuerySyntaxError {
  return new QuerySyntaxError({
    code: 'too_deep',
    column: index + 1,
    message: `The query nests deeper than ${depthLimit} levels.`,
    found: `level ${depthLimit + 1}`,
    expected: `at most ${depthLimit} levels`,
    hint: 'Use fewer parentheses.',
  })
}

function nearOperand(near: NearMark): QuerySyntaxError {
  return new QuerySyntaxError({
    code: 'near_operand',
    column: near.offset + 1,
    message: `“${near.text}” needs a word or a phrase on each side.`,
    found: `“${near.text}” without one`,
    expected: 'a word or a "phrase" before and after it',
    hint: `Write tea ${near.text} milk. It joins two; for three write (a ${near.text} b) AND (b ${near.text} c), and to leave it out NOT (a ${near.text} b).`,
  })
}

function nearDistance(near: NearMark, maxDistance: number): QuerySyntaxError {
  return new QuerySyntaxError({
    code: 'near_distance',
    column: near.offset + 1,
    message: `“${near.text}” is no distance that can be searched.`,
    found: String(near.distance),
    expected: `a distance from 1 to ${maxDistance} words`,
    hint: `Write near/1 to near/${maxDistance}, or AND for both anywhere.`,
  })
}

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
  const words = toQueryWords(mark.text, mark.offset)
  return words.length === 0 ? [] : [{ ...mark, words }]
}

/** Recursive descent over the tokens: or, and, not, primary. Throws `QuerySyntaxError`. */
class QueryReader {
  readonly #text: string
  readonly #marks: ReadMark[]
  #next = 0
  #depth = 0
  #deepest: { depth: number; offset: number } = { depth: 0, offset: 0 }

  constructor(text: string, marks: readonly QueryMark[]) {
    this.#text = text
    this.#marks = marks.flatMap(readWords)
  }

  readAll(): QueryNode {
    if (this.#marks.length === 0) {
      throw new QuerySyntaxError({
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
    if (rest !== undefined) throw unexpectedClose(rest.offset)
    if (writtenDepth(query) > maxDepth) throw tooDeep(this.#deepest.offset, maxDepth)
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
    throw unclosedGroup(open.offset)
  }

  #bareWords(): QueryWord[] {
    const words: QueryWord[] = []
    for (let mark = this.#peek(); mark?.kind === 'chunk'; mark = this.#peek()) {
      words.push(...mark.words)
      this.#next++
    }
    return words
  }

  #quotedWords(mark: { text: string; offset: number }): QueryWord[] {
    const words = toQueryWords(mark.text, mark.offset + 1)
    if (words.length > 0) return words
    throw new QuerySyntaxError({
      code: 'no_words',
      column: mark.offset + 1,
      message: 'There is no word between these quotation marks.',
      found: `“${mark.text.slice(0, 20)}”`,
      expected: 'a word between the quotation marks',
      hint: 'Type a word or remove the quotation marks.',
    })
  }

  #nest(mark: QueryMark, readInner: () => QueryNode): QueryNode {
    this.#depth++
    if (this.#depth > this.#deepest.depth) this.#deepest = { depth: this.#depth, offset: mark.offset }
    if (this.#depth > maxDepth) throw tooDeep(mark.offset, maxDepth)
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

/** Maximum length of a query, in UTF-16 units. */
export const maxQueryLength = 2_000

/**
 * Parses a query as a person types it; the grammar is docs/query-language.md.
 *
 * Bare words are a phrase, `"…"` too; `AND`, `OR`, `NOT` in capitals, `-word`, parentheses, `prefix*`, `near/5` and
 * `field:value`. Never throws: an error contains a column, what was found and expected, and a hint.
 */
export function parseQuery(text: string): { ok: true; query: QueryNode } | QueryError {
  try {
    return { ok: true, query: read(text) }
  } catch (problem) {
    if (problem instanceof QuerySyntaxError) return problem.error
    throw problem
  }
}

function read(text: string): QueryNode {
  if (text.length > maxQueryLength) {
    throw new QuerySyntaxError({
      code: 'too_long',
      column: maxQueryLength + 1,
      message: `The query is longer than ${maxQueryLength} characters.`,
      found: `${text.length} characters`,
      expected: `at most ${maxQueryLength}`,
      hint: 'Search for fewer words.',
    })
  }
  const query = new QueryReader(text, lexQuery(text)).readAll()
  if (!hasRequiredWord(query)) {
    throw new QuerySyntaxError({
      code: 'only_exclusions',
      column: 1,
      message: holdsField(query)
        ? 'The query names no word to look for, only fields or what to leave out.'
        : 'The query only says what to leave out.',
      found: 'no word that each document must hold',
      expected: 'at least one word to look for, on each side of OR too',
      hint: 'Add at least one word to look for, also on each side of OR.',
    })
  }
  return query
}

function holdsField(node: QueryNode): boolean {
  if (node.kind === 'not') return holdsField(node.operand)
  return node.kind === 'and' || node.kind === 'or' ? node.operands.some(holdsField) : node.kind === 'field'
}
