import type { Dialect } from '../query/dialect.types.ts'

/** `q` of `search`: one run of words, which match in this order with anything between them. */
export const lemmyDialect: Dialect = {
  key: 'lemmy',
  name: 'Lemmy',
  and: null,
  or: null,
  not: null,
  phrase: (words) => words,
  prefix: (beginning) => beginning,
  near: null,
  fields: {},
  nesting: 'none',
  group: (part) => part,
  maxLength: 200,
  maxRequests: 4,
}
