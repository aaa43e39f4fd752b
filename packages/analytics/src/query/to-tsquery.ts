import { quoteLexeme } from '../text/tsvector.ts'
import type { NearNode, PhraseNode, QueryNode, QueryWord } from './query-node.ts'
import { wordsAlone } from './words-alone.ts'

/**
 * Writes what a query asks of words as a PostgreSQL tsquery literal (cast it with `::tsquery`) for vectors made by
 * `toTsvector`. Fields are no words: with them the literal matches more, at least all that the query matches.
 * Throws `RangeError` for a query without a wanted word, which `parseQuery` never gives.
 */
export function toTsquery(node: QueryNode): string {
  const words = wordsAlone(node)
  if (words === null) throw new RangeError('a query needs at least one word to look for')
  return write(words)
}

/**
 * The words that each match must hold, wherever they stand, as a literal that an index answers without looking at a document:
 * phrases are taken apart and exclusions left out, so it matches at least all that the query matches. Throws like `toTsquery`.
 */
export function toIndexTsquery(node: QueryNode): string {
  const words = writeHeld(node)
  if (words === null) throw new RangeError('a query needs at least one word to look for')
  return words
}

/** Null: any document. */
function writeHeld(node: QueryNode): string | null {
  if (node.kind === 'phrase') return group(node.words.map(writeWord), ' & ')
  if (node.kind === 'near')
    return group(
      node.operands.flatMap(({ words }) => words.map(writeWord)),
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

function writePhrase(node: PhraseNode): string {
  return group(node.words.map(writeWord), ' <-> ')
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

function writeWord(word: QueryWord): string {
  return word.prefix ? `${quoteLexeme(word.text)}:*` : quoteLexeme(word.text)
}
