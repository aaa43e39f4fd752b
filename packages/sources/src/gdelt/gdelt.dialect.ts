import type { Dialect } from '../query/dialect.types.ts'

/**
 * `query` of the DOC 2.0 API: adjacent words are all required, OR works only inside one level of parentheses, a minus
 * excludes. https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/
 */
export const gdeltDialect: Dialect = {
  key: 'gdelt',
  name: 'GDELT',
  and: ' ',
  or: ' OR ',
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: ([one, other], distance) => `near${distance}:"${one} ${other}"`,
  fields: {
    outlet: ({ value }) => (/^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(value) ? `domainis:${value}` : null),
  },
  nesting: 'or_in_and',
  group: (part) => `(${part})`,
  groupsEveryOr: true,
  maxLength: 1000,
}
