import { quoteLexeme } from '../text/tsvector.ts'
import type { NearNode, PhraseNode, QueryNode, QueryWord } from './query-node.ts'

/**
 * Writes what a query asks of words as a PostgreSQL tsquery literal (cast it with `::tsquery`) for vectors made by
 * `toTsvector`. Fields are no words: with them the literal matches more, at least all that the query matches.
 * Throws `RangeError` for a query without a wanted word, which `parseQuery` never gives.
 */
export function toTsquery(node: QueryNode): string {
  const words = write(node)
  if (words === null) throw new RangeError('a query needs at least one word to look for')
  return words
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

/** Whether a query asks more than words can say. */
export function hasFields(node: QueryNode): boolean {
  if (node.kind === 'not') return hasFields(node.operand)
  return node.kind === 'and' || node.kind === 'or' ? node.operands.some(hasFields) : node.kind === 'field'
}

/** Null: any document. */
function write(node: QueryNode): string | null {
  if (node.kind === 'phrase') return writePhrase(node)
  if (node.kind === 'near') return writeNear(node)
  if (node.kind === 'field') return null
  // what a field decides about an exclusion is not known here, so nothing is excluded
  if (node.kind === 'not') return hasFields(node.operand) ? null : `!${write(node.operand)}`
  return join(node.kind, node.operands.map(write))
}

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
