import { wordsAndPhrases } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

/** The free text of `search/advanced`: quotes are documented for the sites' own search, nothing else is. */
export const stackExchangeDialect: Dialect = {
  key: 'stack_exchange',
  name: 'Stack Exchange',
  ...wordsAndPhrases,
  fields: {},
  maxLength: 240,
  // An address without a key has only 300 requests a day.
  maxRequests: 2,
}
