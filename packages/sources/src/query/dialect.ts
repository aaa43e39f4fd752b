import type { SourceKey, SourceQueryNode } from '../source.types.ts'

type Field = Extract<SourceQueryNode, { kind: 'field' }>

/** The query syntax of a source: what it can express, and how. Null means that it cannot be expressed. */
export interface Dialect {
  key: SourceKey
  /** The source's display name, for sentences. */
  name: string
  /** Joins parts that must all match, such as `' '` or `' AND '`. */
  and: string | null
  /** Joins parts of which one must match. Null: each alternative is a separate request. */
  or: string | null
  /** Excludes a written part. */
  not: ((part: string) => string) | null
  /** Adjacent words, without quotes: `heat pump`. */
  phrase: ((words: string) => string) | null
  /** Any word that begins with this. */
  prefix: ((beginning: string) => string) | null
  /** Two words (never phrases) at most `distance` words apart, in either order. */
  near: ((words: readonly [string, string], distance: number) => string) | null
  /** How a condition on a field is written; null for a value that the source does not support. */
  fields: Partial<Record<Field['field'], (condition: Field) => string | null>>
  /** `full`: any part in parentheses. `or_in_and`: only alternatives of single parts. `none`: no parentheses. */
  nesting: 'full' | 'or_in_and' | 'none'
  /** Puts a part in parentheses; unused with nesting `none`. */
  group: (part: string) => string
  /** Alternatives are in parentheses even when they are the whole query. */
  groupsEveryOr?: boolean
  /** Maximum length of one native query in UTF-16 units. */
  maxLength: number
  /** One sentence instead of many, for a source that supports little of any query. */
  sumUp?: (nativeQuery: string) => string
  /** Maximum number of native queries per search, where `or` is null. Default 8. */
  maxRequests?: number
}

/** A query in a source's own syntax. */
export interface NativeQuery {
  /** For display: all requests, joined by ` | `. */
  nativeQuery: string
  /** The queries to send, one request each; one entry unless the dialect has no `or`. Empty when the source cannot have a match. */
  requests: string[]
  /** Each part of the query that the source does not honour, as a sentence. */
  notHonoured: string[]
}

type Syntax = Pick<Dialect, 'and' | 'or' | 'not' | 'phrase' | 'prefix' | 'near' | 'nesting' | 'group'>

/** The syntax of most search boxes: all words are required, and quotes make phrases. A source adds its further operators. */
export const wordsAndPhrases: Syntax = {
  and: ' ',
  or: null,
  not: null,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  nesting: 'none',
  group: (part) => part,
}

/** AND, OR and NOT in capitals, with parentheses, and phrases in quotes. */
export const booleanOperators: Syntax = {
  and: ' AND ',
  or: ' OR ',
  not: (part) => `NOT ${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  nesting: 'full',
  group: (part) => `(${part})`,
}
