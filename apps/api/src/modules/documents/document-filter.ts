import { hasFields, type QueryNode, toIndexTsquery, toTsquery } from '@auspex/analytics'
import type { DocumentKind, SourceKey } from '@auspex/sources'
import { type RawBuilder, sql } from 'kysely'
import { kindCodes, toneCodes, type ToneLabel } from './document-codes.ts'
import { toRemainingCondition } from './query-condition.ts'
import { sourceCodes } from './source-codes.ts'

/** Which documents are meant. Everything that is given must hold; what is absent or null does not restrict. */
export interface DocumentFilter {
  /** Real and synthetic documents are never in one answer. */
  world: 'real' | 'demo'
  /** A tsquery literal of `toTsquery`; null means documents about anything. */
  tsquery: string | null
  /** A tsquery literal of words alone that matches at least as much; what the index is asked. Absent: `tsquery` itself. */
  words?: string | null
  /** The whole query, where it asks for more than the words that `tsquery` names; see `toMatching`. */
  exact?: QueryNode | null
  /** The query as a tree, for stores that know no tsquery; see `toMatching`. */
  query?: QueryNode | null
  sources?: readonly SourceKey[] | null
  /** ISO 3166-1 alpha-2; documents of unknown country do not match. */
  country?: string | null
  /** First and last day in UTC, both included (`YYYY-MM-DD`). */
  fromDay?: string | null
  toDay?: string | null
  /** First and last instant, both included (ISO 8601). */
  publishedFrom?: string | null
  publishedTo?: string | null
  kinds?: readonly DocumentKind[] | null
  tone?: ToneLabel | null
  outlet?: string | null
  author?: string | null
  /** Name of an entity, as `reportFacts` gives it. */
  entity?: string | null
  /** Primary language subtag. */
  lang?: string | null
  /** Words of the query that have no tone among its documents (`wordsWithoutTone`); absent or none for most queries. */
  withoutTone?: readonly string[] | null
}

/** A query as parts of a filter: its words for the index, and the whole of it when it asks for fields too. */
export function toMatching(node: QueryNode): Pick<DocumentFilter, 'tsquery' | 'words' | 'exact' | 'query'> {
  return { tsquery: toTsquery(node), words: toIndexTsquery(node), exact: hasFields(node) ? node : null, query: node }
}

/** The filter as a condition over `document d`. Values are parameters; only the shape depends on the filter. */
export function toCondition(filter: DocumentFilter): RawBuilder<boolean> {
  const parts = toParts(filter, filter.words ?? filter.tsquery)
  if (filter.tsquery !== null) parts.push(toComparison(filter))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** The same for estimates: the planner knows nothing of what a `case` says. */
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
  // day is what rollups and charts count by; ts has the index
  add(filter.fromDay, (day) => sql`d.ts >= ${`${day}T00:00:00Z`}::timestamptz`)
  add(filter.toDay, (day) => sql`d.ts < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'`)
  add(filter.publishedFrom, (instant) => sql`d.ts >= ${instant}::timestamptz`)
  add(filter.publishedTo, (instant) => sql`d.ts <= ${instant}::timestamptz`)
  add(filter.kinds, (kinds) => sql`d.kind = any(${kinds.map((kind) => kindCodes[kind])}::smallint[])`)
  add(filter.tone, (tone) => sql`d.tone_label = ${toneCodes[tone]}`)
  add(filter.outlet, (name) => sql`d.outlet_id = (select id from outlet where name = ${name})`)
  add(filter.author, (name) => sql`d.author_id = any(array(select id from author where name = ${name}))`)
  // an unknown name matches nothing: no array holds the id 0
  add(
    filter.entity,
    (name) => sql`d.entities @> array[coalesce((select id from entity where key = ${name.toLowerCase()}), 0)]`,
  )
  add(filter.lang, (lang) => sql`d.lang = ${lang}`)
  return parts
}

/**
 * The embedded engine looks for an interrupt only where a statement asks for the time, so one document in 16 asks, and in a
 * `case`, before its words are compared: the planner may swap what AND joins. It costs 20 ns a document.
 */
const interruptible = sql`(d.bucket & 15 <> 0 or clock_timestamp() is not null)`

/** What the index could not decide: the places of words, exclusions and fields. */
function toComparison({ tsquery, words, exact }: DocumentFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (words != null && words !== tsquery) parts.push(sql`d.tsv @@ ${tsquery}::tsquery`)
  if (exact != null) parts.push(toRemainingCondition(exact))
  return parts.length === 0 ? interruptible : sql`case when ${interruptible} then ${sql.join(parts, sql` and `)} end`
}
