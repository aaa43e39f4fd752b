import { addDays } from '@auspex/contract/days'
import { hasFields, type QueryNode, toIndexTsquery, toTsquery } from '@auspex/analytics'
import type { DocumentKind, SourceKey } from '@auspex/sources'
import { type RawBuilder, sql } from 'kysely'
import { kindCodes, toneCodes, type ToneLabel } from './document-codes.ts'
import { toRemainingCondition } from './query-condition.ts'
import { sourceCodes } from './source-codes.ts'

/** A filter over documents. Every given condition must hold; absent or null ones do not restrict. */
export interface DocumentFilter {
  /** Real and synthetic documents never appear in the same response. */
  world: 'real' | 'demo'
  /** A tsquery literal from `toTsquery`; null matches documents about anything. */
  tsquery: string | null
  /** A words-only tsquery literal that matches a superset, for the index. Absent: `tsquery` itself. */
  words?: string | null
  /** The whole query, when it has conditions beyond the words in `tsquery`; see `toMatching`. */
  exact?: QueryNode | null
  /** The query as a tree, for stores without tsquery; see `toMatching`. */
  query?: QueryNode | null
  sources?: readonly SourceKey[] | null
  /** ISO 3166-1 alpha-2; documents of unknown country do not match. */
  country?: string | null
  /** First and last day in UTC, both inclusive (`YYYY-MM-DD`). */
  fromDay?: string | null
  toDay?: string | null
  /** First and last instant, both inclusive (ISO 8601). */
  publishedFrom?: string | null
  publishedTo?: string | null
  /** A day: only documents that were published and collected by its end. Those whose collection was not recorded count as collected. */
  asOf?: string | null
  kinds?: readonly DocumentKind[] | null
  tone?: ToneLabel | null
  outlet?: string | null
  author?: string | null
  /** Name of an entity, as returned by `reportFacts`. */
  entity?: string | null
  /** Primary language subtag. */
  lang?: string | null
  /** Query words that carry no tone among its documents (`wordsWithoutTone`); absent or empty for most queries. */
  withoutTone?: readonly string[] | null
}

/** Converts a query to parts of a filter: its words for the index, and the whole query when it also has fields. */
export function toMatching(node: QueryNode): Pick<DocumentFilter, 'tsquery' | 'words' | 'exact' | 'query'> {
  return { tsquery: toTsquery(node), words: toIndexTsquery(node), exact: hasFields(node) ? node : null, query: node }
}

/** The first instant after a day. */
export function startOfNextDay(day: string): string {
  return `${addDays(day, 1)}T00:00:00Z`
}

/** Builds the filter's condition over `document d`. Values are parameters; only the shape depends on the filter. */
export function toCondition(filter: DocumentFilter): RawBuilder<boolean> {
  const parts = toParts(filter, filter.words ?? filter.tsquery)
  if (filter.tsquery !== null) parts.push(toComparison(filter))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** The same for row estimates: the planner cannot see into a `case`. */
export function toPlannedCondition(filter: DocumentFilter): RawBuilder<boolean> {
  const parts = toParts(filter, filter.tsquery)
  if (filter.exact != null) parts.push(toRemainingCondition(filter.exact))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

function toParts(filter: DocumentFilter, words: string | null): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [
    filter.world === 'demo' ? sql`d.source_id = ${sourceCodes.demo}` : sql`d.source_id <> ${sourceCodes.demo}`,
  ]
  const add = <T>(value: T | null | undefined, toPart: (value: T) => RawBuilder<unknown>) => {
    if (value !== null && value !== undefined) parts.push(toPart(value))
  }
  add(words, (tsquery) => sql`d.tsv @@ ${tsquery}::tsquery`)
  add(filter.sources, (sources) => sql`d.source_id = any(${sources.map((key) => sourceCodes[key])}::smallint[])`)
  add(filter.country, (country) => sql`d.country = ${country}::char(2)`)
  // rollups and charts count by day; the index is on ts
  add(filter.fromDay, (day) => sql`d.ts >= ${`${day}T00:00:00Z`}::timestamptz`)
  add(filter.toDay, (day) => sql`d.ts < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'`)
  add(filter.publishedFrom, (instant) => sql`d.ts >= ${instant}::timestamptz`)
  add(filter.publishedTo, (instant) => sql`d.ts <= ${instant}::timestamptz`)
  add(
    filter.asOf,
    (day) =>
      sql`d.ts < ${startOfNextDay(day)}::timestamptz and (d.collected_at is null or d.collected_at < ${startOfNextDay(day)}::timestamptz)`,
  )
  add(filter.kinds, (kinds) => sql`d.kind = any(${kinds.map((kind) => kindCodes[kind])}::smallint[])`)
  add(filter.tone, (tone) => sql`d.tone_label = ${toneCodes[tone]}`)
  add(filter.outlet, (name) => sql`d.outlet_id = (select id from outlet where name = ${name})`)
  add(filter.author, (name) => sql`d.author_id = any(array(select id from author where name = ${name}))`)
  // an unknown name matches nothing: no array contains the id 0
  add(
    filter.entity,
    (name) => sql`d.entities @> array[coalesce((select id from entity where key = ${name.toLowerCase()}), 0)]`,
  )
  add(filter.lang, (lang) => sql`d.lang = ${lang}`)
  return parts
}

/**
 * The embedded engine checks for an interrupt only where a statement reads the clock, so one document in 16 reads it, and within a `case`, before its
 * words are compared: the planner may reorder the operands of AND. It costs 20 ns per document.
 */
const interruptible = sql`(d.bucket & 15 <> 0 or clock_timestamp() is not null)`

/** What the index cannot decide: word positions, exclusions and fields. */
function toComparison({ tsquery, words, exact }: DocumentFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (words != null && words !== tsquery) parts.push(sql`d.tsv @@ ${tsquery}::tsquery`)
  if (exact != null) parts.push(toRemainingCondition(exact))
  return parts.length === 0 ? interruptible : sql`case when ${interruptible} then ${sql.join(parts, sql` and `)} end`
}
