import type { Dialect } from '../query/dialect.types.ts'

/** A search for one article: one article is one subject, so only one word or phrase is searched for. */
export const wikipediaDialect: Dialect = {
  key: 'wikipedia',
  name: 'Wikipedia',
  and: null,
  or: null,
  not: null,
  phrase: (words) => words,
  prefix: null,
  near: null,
  fields: {},
  nesting: 'none',
  group: (part) => part,
  maxLength: 200,
  maxRequests: 1,
  sumUp: (queryText) => `Only “${queryText}” was looked up; one article is one subject.`,
}
