import type { Dialect } from '../query/dialect.types.ts'

/** openFDA's query strings; words without a field are searched for in all of them. */
export const openfdaDialect: Dialect = {
  key: 'openfda',
  name: 'openFDA',
  and: ' AND ',
  or: ' OR ',
  not: (part) => `NOT ${part}`,
  phrase: (words) => `"${words}"`,
  prefix: (beginning) => `${beginning}*`,
  near: null,
  fields: {},
  nesting: 'full',
  group: (part) => `(${part})`,
  maxLength: 1000,
}
