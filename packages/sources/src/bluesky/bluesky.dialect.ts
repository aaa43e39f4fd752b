import { wordsAndPhrases } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

/** `q` of `searchPosts`: all words are required, quotes make phrases, `from:` and `lang:` filter. There is no exclusion. */
export const blueskyDialect: Dialect = {
  key: 'bluesky',
  name: 'Bluesky',
  ...wordsAndPhrases,
  fields: {
    // A handle is a host name; no account has another kind of name.
    author: ({ value }) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value) ? `from:${value}` : null),
    lang: ({ value }) => `lang:${value}`,
  },
  maxLength: 400,
  maxRequests: 6,
}
