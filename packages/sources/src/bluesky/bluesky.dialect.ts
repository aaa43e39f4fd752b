import { wordsAndPhrases } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

/** `q` of `searchPosts`: words must all be there, quotes make phrases, `from:` and `lang:` choose. Nothing leaves out. */
export const blueskyDialect: Dialect = {
  key: 'bluesky',
  name: 'Bluesky',
  ...wordsAndPhrases,
  fields: {
    // A handle is a host name; other names are nobody's there.
    author: ({ value }) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value) ? `from:${value}` : null),
    lang: ({ value }) => `lang:${value}`,
  },
  maxLength: 400,
  maxRequests: 6,
}
