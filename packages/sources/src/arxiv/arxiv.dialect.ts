import type { Dialect } from '../query/dialect.types.ts'

/** `search_query` of the arXiv API: words are looked for in all fields. `ANDNOT` is made of `AND NOT` where it is sent. */
export const arxivDialect: Dialect = {
  key: 'arxiv',
  name: 'arXiv',
  and: ' AND ',
  or: ' OR ',
  not: (part) => `NOT ${part}`,
  phrase: (words) => `all:"${words}"`,
  prefix: null,
  near: null,
  fields: { author: ({ value }) => `au:"${value.replaceAll('"', ' ')}"` },
  nesting: 'full',
  group: (part) => `(${part})`,
  maxLength: 1500,
}
