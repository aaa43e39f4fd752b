import type { Dialect } from '../query/dialect.types.ts'

/** `q` of Reddit's search: AND, OR and NOT in capitals, parentheses, quotes. */
export const redditDialect: Dialect = {
  key: 'reddit',
  name: 'Reddit',
  and: ' AND ',
  or: ' OR ',
  not: (part) => `NOT ${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  fields: {
    author: ({ value }) => (/^[\w-]{2,20}$/.test(value) ? `author:${value}` : null),
    outlet: ({ value }) => {
      const community = /^reddit\/r\/(\w{2,21})$/i.exec(value)?.[1]
      return community === undefined ? null : `subreddit:${community}`
    },
  },
  nesting: 'full',
  group: (part) => `(${part})`,
  maxLength: 512,
}
