import type { Dialect } from './dialect.types.ts'

type Syntax = Pick<Dialect, 'and' | 'or' | 'not' | 'phrase' | 'prefix' | 'near' | 'nesting' | 'group'>

/** The syntax of most search boxes: all words are required, and quotes make phrases. A source adds its further operators. */
export const wordsAndPhrases: Syntax = {
  and: ' ',
  or: null,
  not: null,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  nesting: 'none',
  group: (part) => part,
}

/** AND, OR and NOT in capitals, with parentheses, and phrases in quotes. */
export const booleanOperators: Syntax = {
  and: ' AND ',
  or: ' OR ',
  not: (part) => `NOT ${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  nesting: 'full',
  group: (part) => `(${part})`,
}
