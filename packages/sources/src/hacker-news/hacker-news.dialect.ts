import { wordsAndPhrases } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

/** `query` of the Algolia search with its advanced syntax: all words are required, quotes make phrases, a minus excludes. */
export const hackerNewsDialect: Dialect = {
  key: 'hacker_news',
  name: 'Hacker News',
  ...wordsAndPhrases,
  not: (part) => `-${part}`,
  fields: {},
  maxLength: 500,
  maxRequests: 8,
}
