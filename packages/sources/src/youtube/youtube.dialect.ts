import type { Dialect } from '../query/dialect.types.ts'

/** `q` of `search.list`: a bar between alternatives, which binds closer than a space, and a minus for exclusion. */
export const youtubeDialect: Dialect = {
  key: 'youtube',
  name: 'YouTube',
  and: ' ',
  or: '|',
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  fields: {},
  nesting: 'or_in_and',
  group: (part) => part,
  maxLength: 400,
}
