import { lexQuery, type QueryMark } from './lex-query.ts'
import { type QueryError, QueryProblem } from './query-error.ts'
import { allOf, anyOf, noneOf, type QueryNode, type QueryWord, wantsSomething } from './query-node.ts'
import { toQueryWords } from './query-words.ts'

/** Longest query that is read, in UTF-16 units. */
export const maxQueryLength = 2_000
const maxDepth = 32

/**
 * Reads a query as a person types it; the grammar is in this folder's README.
 *
 * Bare words are a phrase, `"…"` too; `AND`, `OR`, `NOT` in capitals, `-word`, parentheses and `prefix*`.
 * Never throws: what cannot be read comes back with a column, a message and a hint.
 */
export function parseQuery(text: string): { ok: true; query: QueryNode } | QueryError {
  try {
    return { ok: true, query: read(text) }
  } catch (problem) {
    if (problem instanceof QueryProblem) return problem.error
    throw problem
  }
}

function read(text: string): QueryNode {
  if (text.length > maxQueryLength) {
    throw new QueryProblem({
      code: 'too_long',
      column: maxQueryLength + 1,
      message: `The query is longer than ${maxQueryLength} characters.`,
      hint: 'Search for fewer words.',
    })
  }
  const reader = new QueryReader(text)
  const query = reader.readAll()
  if (!wantsSomething(query)) {
    throw new QueryProblem({
      code: 'only_exclusions',
      column: 1,
      message: 'The query only says what to leave out.',
      hint: 'Add at least one word to look for, also on each side of OR.',
    })
  }
  return query
}

/** Recursive descent over the marks: or, and, not, primary. */
class QueryReader {
  readonly #text: string
  readonly #marks: QueryMark[]
  #next = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
    this.#marks = lexQuery(text).filter((mark) => mark.kind !== 'chunk' || toQueryWords(mark.text, mark.at).length > 0)
  }

  readAll(): QueryNode {
    if (this.#marks.length === 0) {
      throw new QueryProblem({
        code: 'empty',
        column: 1,
        message: 'The query has no word to look for.',
        hint: 'Type a word, a name or a "phrase".',
      })
    }
    const query = this.#readOr()
    const rest = this.#peek()
    if (rest === undefined) return query
    throw new QueryProblem({
      code: 'unexpected_close',
      column: rest.at + 1,
      message: 'This parenthesis closes nothing.',
      hint: 'Remove it, or add ( before the group.',
    })
  }

  #peek(): QueryMark | undefined {
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
    if (mark === undefined) throw this.#missingOperand()
    if (this.#skip('minus')) return this.#nest(mark, () => noneOf(this.#readExcluded()))
    if (this.#skip('not')) return this.#nest(mark, () => noneOf(this.#readNot()))
    return this.#readPrimary(mark)
  }

  /** What a minus excludes: one chunk, where NOT takes the whole run of bare words. */
  #readExcluded(): QueryNode {
    const mark = this.#peek()
    if (mark?.kind !== 'chunk') return this.#readNot()
    this.#next++
    return { kind: 'phrase', words: toQueryWords(mark.text, mark.at) }
  }

  #readPrimary(mark: QueryMark): QueryNode {
    if (mark.kind === 'open') return this.#readGroup(mark)
    if (mark.kind === 'chunk') return { kind: 'phrase', words: this.#bareWords() }
    if (mark.kind !== 'quoted') throw this.#missingOperand()
    this.#next++
    return { kind: 'phrase', words: this.#quotedWords(mark) }
  }

  #readGroup(open: QueryMark): QueryNode {
    this.#next++
    const group = this.#nest(open, () => this.#readOr())
    if (this.#skip('close')) return group
    throw new QueryProblem({
      code: 'unclosed_group',
      column: open.at + 1,
      message: 'This parenthesis is never closed.',
      hint: 'Add ) after the group.',
    })
  }

  #bareWords(): QueryWord[] {
    const words: QueryWord[] = []
    for (let mark = this.#peek(); mark?.kind === 'chunk'; mark = this.#peek()) {
      words.push(...toQueryWords(mark.text, mark.at))
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
      hint: 'Type a word or remove the quotation marks.',
    })
  }

  #nest(mark: QueryMark, readInner: () => QueryNode): QueryNode {
    this.#depth++
    if (this.#depth > maxDepth) {
      throw new QueryProblem({
        code: 'too_deep',
        column: mark.at + 1,
        message: `The query nests deeper than ${maxDepth} levels.`,
        hint: 'Use fewer parentheses.',
      })
    }
    const inner = readInner()
    this.#depth--
    return inner
  }

  #missingOperand(): QueryProblem {
    return new QueryProblem({
      code: 'missing_operand',
      column: (this.#peek()?.at ?? this.#text.trimEnd().length) + 1,
      message: 'A word or phrase is missing here.',
      hint: 'AND, OR and NOT in capitals join words; write them in lower case to search for them.',
    })
  }
}
