import { type DocumentKind, publicationDays, type SourceKey } from '@auspex/sources'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { decode, kindCodes } from './document-codes.ts'
import type { Library } from './document-store.port.ts'
import { decodeSource, isComplete } from './source-codes.ts'

export interface LibrarySummary {
  /** Increases with every stored batch. */
  revision: number
  sources: {
    sourceKey: SourceKey
    documents: number
    /** Of documents dated up to today; null when all are dated later. */
    firstDay: string | null
    lastDay: string | null
    complete: boolean
  }[]
}

/** The library's documents of one kind from one source. */
export interface LibraryGroup {
  sourceKey: SourceKey
  kind: DocumentKind
  complete: boolean
  /** The number of documents by day, oldest first; days without any are absent. */
  days: ReadonlyMap<string, number>
}

/**
 * Counts all documents of the library on valid days, by source, kind and day, with the library revision that the counts belong to; with `asOf` only
 * those that were published and collected by the end of that day.
 */
export async function readLibraryGroups(
  { database, store }: Library,
  now: Date,
  asOf: string | null = null,
): Promise<{ revision: number; groups: LibraryGroup[] }> {
  const { first, last: latest } = publicationDays(now)
  const last = asOf !== null && asOf < latest ? asOf : latest
  // read first: what is stored meanwhile is then counted as known, and the next revision corrects it
  const later = new Map<string, number>()
  for (const { source, kind, day, documents } of asOf === null ? [] : await store.countCollectedAfter(asOf)) {
    const key = `${source} ${kind} ${day}`
    later.set(key, (later.get(key) ?? 0) + documents)
  }
  // two lists of a group: a row or a pair per day of ten years would be thousands of small objects, and take twice as long to write and read
  const { rows } = await sql<{
    revision: number
    source_id: number
    kind: number
    days: string[]
    documents: number[]
  }>`
    select (select revision from library)::int as revision, source_id, kind,
      json_agg(day order by day) as days, json_agg(documents order by day) as documents
    from source_day where day between ${first}::date and ${last}::date group by source_id, kind order by source_id, kind`.execute(
    database.kysely,
  )
  const revision = rows[0]?.revision ?? (await readLibrarySummary(database, now)).revision
  return {
    revision,
    groups: rows.flatMap(({ source_id: source, kind, days, documents }) => {
      const documentsByDay = new Map<string, number>()
      for (const [index, day] of days.entries()) {
        const remaining = (documents[index] ?? 0) - (later.get(`${source} ${kind} ${day}`) ?? 0)
        if (remaining > 0) documentsByDay.set(day, remaining)
      }
      if (documentsByDay.size === 0) return []
      const sourceKey = decodeSource(source)
      return [{ sourceKey, kind: decode(kindCodes, kind), complete: isComplete(sourceKey), days: documentsByDay }]
    }),
  }
}

/** Summarizes the library by source. `complete` sources contain everything they ever published. */
export async function readLibrarySummary(database: Database, now: Date): Promise<LibrarySummary> {
  const { first: earliest, last: latest } = publicationDays(now)
  const today = now.toISOString().slice(0, 10)
  const { rows } = await sql<{ revision: number; sources: [number, number, string | null, string | null][] | null }>`
    select (select revision from library)::int as revision,
      (select json_agg(json_build_array(source_id, documents, first_day, last_day) order by source_id) from (
         select source_id, sum(documents)::int as documents, min(day) filter (where day <= ${today}::date) as first_day,
           max(day) filter (where day <= ${today}::date) as last_day
         from source_day where day between ${earliest}::date and ${latest}::date group by source_id) as by_source) as sources`.execute(
    database.kysely,
  )
  const { revision = 0, sources = null } = rows[0] ?? {}
  return {
    revision,
    sources: (sources ?? []).map(([number, documents, firstDay, lastDay]) => {
      const sourceKey = decodeSource(number)
      return { sourceKey, documents, firstDay, lastDay, complete: isComplete(sourceKey) }
    }),
  }
}

/** The day since which the library knows when it collected its documents; null while it has none. */
export async function readCollectedSince(database: Database): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select (collected_since at time zone 'UTC')::date::text as day from library`.execute(database.kysely)
  return rows[0]?.day ?? null
}

/** Returns the most frequent word that at most one document in a hundred of a world contains; null before any were counted. */
export async function findCommonTerm(database: Database, { demo }: { demo: boolean }): Promise<string | null> {
  const { rows } = await sql<{ term: string }>`
    select background.term from term_background background join term_background_state state on state.demo = background.demo
    where background.demo = ${demo}::boolean and background.documents * 100 <= state.sampled_documents
    order by background.documents desc, background.term limit 1`.execute(database.kysely)
  return rows[0]?.term ?? null
}
