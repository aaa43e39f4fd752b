import { quoteLexeme } from '../text/tsvector.ts'
import type { QueryNode, QueryWord } from './query-node.ts'

/** Writes a query as a PostgreSQL tsquery literal (cast it with `::tsquery`) for vectors made by `toTsvector`. */
export function toTsquery(node: QueryNode): string {
  if (node.kind === 'phrase') return group(node.words.map(writeWord), ' <-> ')
  if (node.kind === 'not') return `!${toTsquery(node.operand)}`
  return group(node.operands.map(toTsquery), node.kind === 'and' ? ' & ' : ' | ')
}

function group(parts: readonly string[], operator: string): string {
  return parts.length > 1 ? `(${parts.join(operator)})` : parts.join('')
}

function writeWord(word: QueryWord): string {
  return word.prefix ? `${quoteLexeme(word.text)}:*` : quoteLexeme(word.text)
}
