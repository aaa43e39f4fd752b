import { addDays, daysBetween } from '@auspex/contract/days'
import type { DocumentKind, SourceKey } from '@auspex/sources'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../adapters/database/database.port.ts'
import { kindCodes } from './document-codes.ts'
import type { DocumentStore, DocumentWriter, Library, RemovedRow } from './document-store.port.ts'
import type { GroupFacts } from './report-facts.types.ts'
import { isComplete, sourceCodes } from './source-codes.ts'

/** All documents of an outlet in the library by week, of one kind from one source. */
export interface OutletWeeks {
  source: SourceKey
  kind: DocumentKind
  /** Its number; null for all outlets with little of the topic, combined. */
  outlet: number | null
  /** The Monday of the first week. */
  firstWeek: string
  /** Documents of each week, oldest first. */
  documents: readonly number[]
}

/** How many of a group's outlets are examined individually, those with the most of the topic, and how many of the next are combined. */
const maxIndividualOutlets = 30
const maxCombinedOutlets = 200

/** Splits the outlets of a topic, sorted by most documents, into those examined individually and the rest. */
export function splitOutlets<Outlet>(outlets: readonly Outlet[]): {
  individual: readonly Outlet[]
  remaining: readonly Outlet[]
} {
  return { individual: outlets.slice(0, maxIndividualOutlets), remaining: outlets.slice(maxIndividualOutlets) }
}

interface WeekCount {
  outlet: string
  sourceId: number
  kind: number
  week: string
}

/** Counts new documents by outlet and week, in the transaction that stores them, once their outlets have numbers. */
export async function countWeeks(trx: QueryExecutorProvider, fresh: readonly WeekCount[]): Promise<void> {
  const counts = new Map<string, WeekCount & { documents: number }>()
  for (const { outlet, sourceId, kind, week } of fresh) {
    const key = `${sourceId} ${kind} ${week} ${outlet}`
    const entry = counts.get(key)
    if (entry === undefined) counts.set(key, { outlet, sourceId, kind, week, documents: 1 })
    else entry.documents += 1
  }
  const entries = [...counts.values()]
  await sql`
    insert into outlet_week as known (outlet_id, source_id, kind, week, documents)
    select o.id, n.source_id, n.kind, n.week, n.documents
    from unnest(${entries.map((eachEntry) => eachEntry.outlet)}::text[], ${entries.map((eachEntry) => eachEntry.sourceId)}::smallint[],
                ${entries.map((eachEntry) => eachEntry.kind)}::smallint[], ${entries.map((eachEntry) => eachEntry.week)}::date[],
                ${entries.map((eachEntry) => eachEntry.documents)}::int[]) as n (outlet, source_id, kind, week, documents)
    join outlet o on o.name = n.outlet
    on conflict (outlet_id, source_id, kind, week) do update set documents = known.documents + excluded.documents`.execute(
    trx,
  )
}

/** Subtracts removed documents from the weeks of their outlets. */
export async function uncountWeeks(trx: QueryExecutorProvider, removed: readonly RemovedRow[]): Promise<void> {
  const rows = sql`
    select outlet_id, source_id, kind, date_trunc('week', day)::date as week, count(*)::int as n
    from unnest(${removed.map((row) => row.outlet)}::int[], ${removed.map((row) => row.source_id)}::smallint[],
                ${removed.map((row) => row.kind)}::smallint[], ${removed.map((row) => row.day)}::date[])
      as r (outlet_id, source_id, kind, day)
    group by 1, 2, 3, 4`
  const isSame = sql`w.outlet_id = gone.outlet_id and w.source_id = gone.source_id and w.kind = gone.kind and w.week = gone.week`
  await sql`update outlet_week w set documents = w.documents - gone.n from (${rows}) gone where ${isSame}`.execute(trx)
  await sql`delete from outlet_week w using (${rows}) gone where ${isSame} and w.documents <= 0`.execute(trx)
}

/**
 * Counts all weeks again if they do not match the stored documents, as in a library from before weeks were counted. Call it in a transaction that
 * holds the writers' lock.
 */
export async function ensureWeeks(trx: QueryExecutorProvider, store: DocumentWriter): Promise<void> {
  const { rows } = await sql<{ same: boolean }>`
    select (select coalesce(sum(documents), 0) from outlet_week) = (select coalesce(sum(documents), 0) from source_day)
      as same`.execute(trx)
  if (rows[0]?.same !== false) return
  await sql`delete from outlet_week`.execute(trx)
  await store.recountWeeks(trx)
}

type OutletCodes = { source: number; kind: number; outlet: number }

/** Weeks without the outlet's identity. */
type Weeks = Pick<OutletWeeks, 'firstWeek' | 'documents'>

/** Outlets whose weeks are cached, about 10 MB: reports share most of theirs, and reading a hundred outlets took a sixth of a report's time. */
const maxOutlets = 4_000

/** Reads the weeks of outlets, and caches them until the library changes. */
export function createOutletWeeksReader({ database, store }: Library) {
  let cachedRevision: number | null = null
  /** Null for an outlet without documents of the kind. */
  const cache = new LRUCache<string, { weeks: Weeks | null }>({ max: maxOutlets })
  return {
    /**
     * Week by week, all library documents of the outlets that have the topic, for sources and kinds that the library has completely. `revision` is
     * that of the library when the topic was counted; with `asOf` only documents that were published and
     * collected by the end of that day count.
     */
    async read(
      groups: readonly Pick<GroupFacts, 'sourceKey' | 'kind' | 'outlets'>[],
      revision: number,
      asOf: string | null = null,
    ): Promise<OutletWeeks[]> {
      if (cachedRevision !== revision) cache.clear()
      cachedRevision = revision
      const complete = groups.filter(({ sourceKey }) => isComplete(sourceKey))
      const requested = complete.flatMap(({ sourceKey, kind, outlets }) =>
        outlets
          .slice(0, maxIndividualOutlets + maxCombinedOutlets)
          .map(({ outlet }) => ({ source: sourceCodes[sourceKey], kind: kindCodes[kind], outlet })),
      )
      const weeksByKey = new Map(
        requested.map((one) => [keyOf(one), asOf === null ? cache.get(keyOf(one)) : undefined]),
      )
      const uncached = requested.filter((one) => weeksByKey.get(keyOf(one)) === undefined)
      const later = asOf === null || uncached.length === 0 ? null : await countLater(store, asOf, uncached)
      for (const [key, weeks] of await readWeeks(database, uncached, later)) {
        weeksByKey.set(key, { weeks })
        // another report may have seen a later revision in the meantime
        if (cachedRevision === revision && asOf === null) cache.set(key, { weeks })
      }
      return complete.flatMap(({ sourceKey, kind, outlets }) => {
        const weeksOf = ({ outlet }: { outlet: number }) =>
          weeksByKey.get(keyOf({ source: sourceCodes[sourceKey], kind: kindCodes[kind], outlet }))?.weeks ?? null
        const { individual, remaining } = splitOutlets(outlets)
        const combined = combineWeeks(remaining.slice(0, maxCombinedOutlets).flatMap((one) => weeksOf(one) ?? []))
        return [
          ...individual.flatMap((one) => {
            const weeks = weeksOf(one)
            return weeks === null ? [] : { source: sourceKey, kind, outlet: one.outlet, ...weeks }
          }),
          ...(combined === null ? [] : [{ source: sourceKey, kind, outlet: null, ...combined }]),
        ]
      })
    },
  }
}

function keyOf({ source, kind, outlet }: OutletCodes): string {
  return `${source} ${kind} ${outlet}`
}

/** What was collected after a day, by outlet and week. */
type LaterWeeks = ReadonlyMap<string, number>

async function countLater(store: DocumentStore, asOf: string, outlets: readonly OutletCodes[]): Promise<LaterWeeks> {
  const later = new Map<string, number>()
  const numbers = [...new Set(outlets.map(({ outlet }) => outlet))]
  for (const { documents, day, ...codes } of await store.countCollectedAfter(asOf, numbers)) {
    const key = `${keyOf(codes)} ${Math.floor(daysBetween(firstMonday, day) / 7)}`
    later.set(key, (later.get(key) ?? 0) + documents)
  }
  return later
}

async function readWeeks(
  database: Database,
  outlets: readonly OutletCodes[],
  later: LaterWeeks | null,
): Promise<Map<string, Weeks | null>> {
  const weeksByKey = new Map<string, Weeks | null>(outlets.map((eachOutlet) => [keyOf(eachOutlet), null]))
  if (outlets.length === 0) return weeksByKey
  // numbers in two lists: a pair of date and number per week takes ten times as long to write and read
  const { rows } = await sql<OutletCodes & { weeks: number[]; documents: number[] }>`
    select w.source_id as source, w.kind, w.outlet_id as outlet,
      json_agg((w.week - ${firstMonday}::date) / 7) as weeks, json_agg(w.documents) as documents
    from unnest(${outlets.map((eachOutlet) => eachOutlet.source)}::smallint[], ${outlets.map((eachOutlet) => eachOutlet.kind)}::smallint[],
                ${outlets.map((eachOutlet) => eachOutlet.outlet)}::int[]) as c (source_id, kind, outlet_id)
    join outlet_week w using (outlet_id, source_id, kind)
    group by 1, 2, 3`.execute(database.kysely)
  for (const row of rows) {
    const documents = row.documents.map((all, index) => all - (later?.get(`${keyOf(row)} ${row.weeks[index]}`) ?? 0))
    const weekIndexes = [...documents.keys()].filter((index) => (documents[index] ?? 0) > 0)
    const pick = (values: readonly number[]) => weekIndexes.map((index) => values[index] ?? 0)
    if (weekIndexes.length > 0) weeksByKey.set(keyOf(row), fillWeeks(pick(row.weeks), pick(documents)))
  }
  return weeksByKey
}

/** Week 0; earlier weeks are negative. */
const firstMonday = '1970-01-05'

/** Fills in every week from the first to the last. */
function fillWeeks(weeks: readonly number[], counts: readonly number[]): Weeks {
  const first = weeks.reduce((a, b) => Math.min(a, b))
  const last = weeks.reduce((a, b) => Math.max(a, b))
  const documents = Array.from({ length: last - first + 1 }, () => 0)
  for (const [index, week] of weeks.entries()) documents[week - first] = counts[index] ?? 0
  return { firstWeek: addDays(firstMonday, 7 * first), documents }
}

function combineWeeks(parts: readonly Weeks[]): Weeks | null {
  const firsts = parts.map(({ firstWeek }) => daysBetween(firstMonday, firstWeek) / 7)
  if (firsts.length === 0) return null
  const first = firsts.reduce((a, b) => Math.min(a, b))
  const length = Math.max(...parts.map(({ documents }, index) => (firsts[index] ?? 0) - first + documents.length))
  const sums = Array.from({ length }, () => 0)
  for (const [index, { documents }] of parts.entries()) {
    const offset = (firsts[index] ?? 0) - first
    for (const [week, count] of documents.entries()) sums[offset + week] = (sums[offset + week] ?? 0) + count
  }
  return { firstWeek: addDays(firstMonday, 7 * first), documents: sums }
}
