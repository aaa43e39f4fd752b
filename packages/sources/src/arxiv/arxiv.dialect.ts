import { booleanOperators } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

/** `search_query` of the arXiv API: words are searched for in all fields. `AND NOT` becomes `ANDNOT` when it is sent. */
export const arxivDialect: Dialect = {
  key: 'arxiv',
  name: 'arXiv',
  ...booleanOperators,
  phrase: (words) => `all:"${words}"`,
  fields: { author: ({ value }) => `au:"${value.replaceAll('"', ' ')}"` },
  maxLength: 1500,
}
