import type { Dialect } from '../query/dialect.types.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** PubMed's query syntax. `NOT` is a binary operator; `AND NOT` becomes `NOT` when it is sent. */
export const pubmedDialect: Dialect = {
  key: 'pubmed',
  name: 'PubMed',
  and: ' AND ',
  or: ' OR ',
  not: (part) => `NOT ${part}`,
  phrase: (words) => `"${words}"[tiab]`,
  // PubMed requires four letters before the star.
  prefix: (beginning) => (beginning.length < 4 ? `${beginning}[tiab]` : `${beginning}*[tiab]`),
  near: null,
  fields: {
    author: ({ value }) => `${value.replace(/["[\]]/g, ' ')}[au]`,
    lang: ({ value }) => `${(languageNames.of(value) ?? value).toLowerCase()}[la]`,
  },
  nesting: 'full',
  group: (part) => `(${part})`,
  maxLength: 2000,
}
