import type { Dialect } from '../query/dialect.types.ts'

/** EDGAR full-text search: all words by default, no parentheses. Alternatives are separate requests. */
export const secEdgarDialect: Dialect = {
  key: 'sec_edgar',
  name: 'SEC EDGAR',
  and: ' ',
  or: null,
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: (beginning) => `${beginning}*`,
  near: null,
  fields: {},
  nesting: 'none',
  group: (part) => part,
  maxLength: 500,
  maxRequests: 4,
}
