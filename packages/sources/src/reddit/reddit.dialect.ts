import { booleanOperators } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

/** `q` of Reddit's search: AND, OR and NOT in capitals, parentheses, quotes. */
export const redditDialect: Dialect = {
  key: 'reddit',
  name: 'Reddit',
  ...booleanOperators,
  fields: {
    author: ({ value }) => (/^[\w-]{2,20}$/.test(value) ? `author:${value}` : null),
    outlet: ({ value }) => {
      const community = /^reddit\/r\/(\w{2,21})$/i.exec(value)?.[1]
      return community === undefined ? null : `subreddit:${community}`
    },
  },
  maxLength: 512,
}
