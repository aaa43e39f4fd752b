import type { Dialect } from '../query/dialect.types.ts'

/** `query` of the Algolia search with its advanced syntax: words must all be there, quotes make phrases, a minus leaves out. */
export const hackerNewsDialect: Dialect = {
  key: 'hacker_news',
  name: 'Hacker News',
  and: ' ',
  or: null,
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  fields: {},
  nesting: 'none',
  group: (part) => part,
  maxLength: 500,
  maxRequests: 8,
}
