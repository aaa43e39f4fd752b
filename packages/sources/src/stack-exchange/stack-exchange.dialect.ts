import { wordsAndPhrases } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

/** The free text of `search/advanced`: quotes are documented for the sites' own search, the rest is not. */
export const stackExchangeDialect: Dialect = {
  key: 'stack_exchange',
  name: 'Stack Exchange',
  ...wordsAndPhrases,
  fields: {},
  maxLength: 240,
  // 300 requests a day are all that an address without a key has.
  maxRequests: 2,
}
