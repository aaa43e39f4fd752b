import { quoteLexeme } from '../text/tsvector.ts'
import { type NearNode, type PhraseNode, type QueryNode, type QueryWord, withoutFields } from './query-node.ts'

/**
 * Writes the word conditions of a query as a PostgreSQL tsquery literal (cast it with `::tsquery`) for vectors made by `toTsvector`. Fields are not
 * words: with them the literal matches a superset of what the query matches. Throws `RangeError` for a query without a wanted word, which
 * `parseQuery` never returns.
 */
export function toTsquery(node: QueryNode): string {
  const words = withoutFields(node)
  if (words === null) throw new RangeError('a query needs at least one word to look for')
  return write(words)
}

/**
 * The words that each match must contain, at any position, as a literal that an index answers without reading a document: phrases are split into
 * words and exclusions omitted, so it matches a superset of what the query matches. Throws like `toTsquery`.
 */
export function toIndexTsquery(node: QueryNode): string {
  const words = writeHeld(node)
  if (words === null) throw new RangeError('a query needs at least one word to look for')
  return words
}

/** Null: any document. */
function writeHeld(node: QueryNode): string | null {
  if (node.kind === 'phrase')
    return group(
      node.words.map((word) => writeWord(word)),
      ' & ',
    )
  if (node.kind === 'near')
    return group(
      node.operands.flatMap(({ words }) => words.map((word) => writeWord(word))),
      ' & ',
    )
  if (node.kind === 'field' || node.kind === 'not') return null
  return join(node.kind, node.operands.map(writeHeld))
}

function join(kind: 'and' | 'or', parts: readonly (string | null)[]): string | null {
  const known = parts.filter((part) => part !== null)
  if (kind === 'or') return known.length < parts.length ? null : group(known, ' | ')
  return known.length === 0 ? null : group(known, ' & ')
}

function write(node: QueryNode): string {
  switch (node.kind) {
    case 'phrase':
      return writePhrase(node)
    case 'near':
      return writeNear(node)
    case 'not':
      return `!${write(node.operand)}`
    case 'and':
    case 'or':
      return group(node.operands.map(write), node.kind === 'and' ? ' & ' : ' | ')
    case 'field':
      throw new TypeError('A field is no word')
    default:
      throw new TypeError(`Nothing is written for ${String(node satisfies never)}`)
  }
}

/** Only words of a title have the weight A (`toTsvector`). */
function writePhrase({ words, place }: PhraseNode): string {
  return group(
    words.map((word) => writeWord(word, place === 'title' ? 'A' : '')),
    ' <-> ',
  )
}

/** Every distance in both orders: `<n>` counts from the end of its left side to the beginning of its right one. */
function writeNear({ operands: [one, other], distance }: NearNode): string {
  const [left, right] = [writePhrase(one), writePhrase(other)]
  const orders =
    left === right
      ? [[left, right]]
      : [
          [left, right],
          [right, left],
        ]
  const alternatives = orders.flatMap(([first, second]) =>
    Array.from({ length: distance }, (_, index) => `${first} <${index + 1}> ${second}`),
  )
  return `(${alternatives.join(' | ')})`
}

function group(parts: readonly string[], operator: string): string {
  return parts.length > 1 ? `(${parts.join(operator)})` : parts.join('')
}

function writeWord({ text, prefix }: QueryWord, weight: 'A' | '' = ''): string {
  const marks = `${prefix ? '*' : ''}${weight}`
  return marks === '' ? quoteLexeme(text) : `${quoteLexeme(text)}:${marks}`
}
