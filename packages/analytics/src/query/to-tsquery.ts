import { quoteLexeme } from '../text/tsvector.ts'
import type { QueryNode, QueryWord } from './query-node.ts'

/** Writes a query as a PostgreSQL tsquery literal (cast it with `::tsquery`) for vectors made by `toTsvector`. */
export function toTsquery(node: QueryNode): string {
  switch (node.kind) {
    case 'phrase': {
      const words = node.words.map(writeWord)
      return words.length > 1 ? `(${words.join(' <-> ')})` : words.join('')
    }
    case 'not':
      return `!${toTsquery(node.operand)}`
    case 'and':
      return `(${node.operands.map(toTsquery).join(' & ')})`
    case 'or':
      return `(${node.operands.map(toTsquery).join(' | ')})`
  }
}

function writeWord(word: QueryWord): string {
  return word.prefix ? `${quoteLexeme(word.text)}:*` : quoteLexeme(word.text)
}
