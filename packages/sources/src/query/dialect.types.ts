import type { SourceKey, SourceQueryNode } from '../source.types.ts'

type Field = Extract<SourceQueryNode, { kind: 'field' }>

/** What a source's own query syntax can say, and how it is written. What is null cannot be said. */
export interface Dialect {
  key: SourceKey
  /** The source's name in sentences for people. */
  name: string
  /** Between parts that must all hold, such as `' '` or `' AND '`. */
  and: string | null
  /** Between parts of which one must hold. Null: each alternative is a request of its own. */
  or: string | null
  /** Leaves a written part out. */
  not: ((part: string) => string) | null
  /** Words next to each other, without marks: `heat pump`. */
  phrase: ((words: string) => string) | null
  /** Any word that begins so. */
  prefix: ((beginning: string) => string) | null
  /** Two words (never phrases) at most `distance` words apart, in either order. */
  near: ((words: readonly [string, string], distance: number) => string) | null
  /** How a field's condition is written; null for a value that the source does not know. */
  fields: Partial<Record<Field['field'], (condition: Field) => string | null>>
  /** `full`: any part in parentheses. `or_in_and`: only alternatives of single parts. `none`: no parentheses. */
  nesting: 'full' | 'or_in_and' | 'none'
  /** Puts a part in parentheses; unused with nesting `none`. */
  group: (part: string) => string
  /** Alternatives stand in parentheses even when they are the whole query. */
  groupsEveryOr?: boolean
  /** Most UTF-16 units of one native query. */
  maxLength: number
  /** One sentence instead of many, for a source that takes little of any query. */
  sumUp?: (nativeQuery: string) => string
  /** Most native queries for one search, where `or` is null. Default 8. */
  maxRequests?: number
}

/** A query in a source's own words. */
export interface NativeQuery {
  /** For people: all requests, joined by ` | `. */
  nativeQuery: string
  /** What to ask, one request each; one entry unless the dialect has no `or`. Empty when the source can have no match. */
  requests: string[]
  /** Each part of the query that the source does not honour, as a sentence. */
  notHonoured: string[]
}
