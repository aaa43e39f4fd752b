import type { Dialect } from '../query/dialect.types.ts'

/** The operators of a Google News search, as far as third parties have documented them. */
export const googleNewsDialect: Dialect = {
  key: 'google_news',
  name: 'Google News',
  and: ' ',
  or: ' OR ',
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  fields: { outlet: ({ value }) => (/^[\w-]+(\.[\w-]+)+$/.test(value) ? `site:${value}` : null) },
  nesting: 'or_in_and',
  group: (part) => `(${part})`,
  maxLength: 800,
}
