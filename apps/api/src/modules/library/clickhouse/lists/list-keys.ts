import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, integers, join, long } from '../../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../../adapters/database/database.port.ts'
import { type DocumentId, fromDocumentId } from '../../document-id.ts'
import type { ListFilter } from '../../lists/document-list.ts'
import type { ListOrder } from '../../lists/list-order.ts'
import { conditionOfQuery, type ToCondition } from '../conditions.ts'
import { hasAnyId } from '../document-pages.ts'

/** Points plus comments; null when neither is known. */
export const reactions = ch`if(score is null and comments is null, null, ifNull(toInt64(score), 0) + ifNull(toInt64(comments), 0))`

/** How many points and comments an outlet counts for, as in PostgreSQL's keys. */
export const reactionsOfOutlet = 10
/** The lower 34 bits of a key are the time; `maxAboveTime` is the largest value that fits above them. */
export const timeRange = 2n ** 34n
export const maxAboveTime = 33_554_432
const secondsBefore1970 = 8_589_934_592

/** Whole seconds, with halves rounded away from 0 as in PostgreSQL, shifted to be positive. */
const positiveSeconds = ch`intDiv(ms + if(ms < 0, -500, 500), 1000) + ${integer(secondsBefore1970)}`

/** The same for milliseconds that were already read. */
export function toPositiveSeconds(ms: number): bigint {
  return BigInt(Math.trunc((ms + (ms < 0 ? -500 : 500)) / 1_000) + secondsBefore1970)
}

/** A key that compares by `first`, then by time. */
export function keyAboveTime(first: Fragment): Fragment {
  return ch`toInt64(${first}) * ${long(String(timeRange))} + ${positiveSeconds}`
}

/** A document's sort key as one number, the same as PostgreSQL's (`lists/list-order.ts`), so that a cursor survives a move. */
export function keyOfDocument(order: Exclude<ListOrder, 'relevance'>): Fragment {
  switch (order) {
    case 'newest':
      return ch`ms * 1000`
    case 'oldest':
      return ch`ms * -1000`
    case 'engagement':
      return ch`ifNull(${reactions}, -9000000000)`
    case 'reach':
      return keyAboveTime(
        ch`least(greatest(ifNull(${reactions}, 0), 0) + ${integer(reactionsOfOutlet)}, ${integer(maxAboveTime)})`,
      )
    default:
      throw new TypeError(`No order is called ${String(order satisfies never)}`)
  }
}

/** For queries without words, where relevance has no meaning. */
export const keyOfTime = positiveSeconds

/** The dependencies of the list statements. */
export interface ListParts {
  engine: ClickhouseEngine
  database: Database
  toCondition: ToCondition
}

/** How a forum's outlets are named. */
const forumConditions: Record<NonNullable<ListFilter['forum']>, Fragment> = {
  reddit: ch`(startsWith(outlet_name, 'reddit/') or outlet_name = 'reddit.com' or endsWith(outlet_name, '.reddit.com'))`,
}

const none = ch`0`

/** The condition for the documents of a list, equivalent to PostgreSQL's `toListCondition`. */
export async function toListCondition(
  { engine, database, toCondition }: ListParts,
  { alsoNames, alsoMatches, storyCluster, ids, forum, ...filter }: ListFilter,
): Promise<Fragment> {
  const parts: Fragment[] = [await toCondition(filter)]
  if (alsoNames != null) {
    const { rows } = await sql<{ id: number }>`select id from entity where name = ${alsoNames}`.execute(database.kysely)
    parts.push(ch`hasAny(entities, ${integers(rows.map(({ id }) => id))})`)
  }
  if (alsoMatches != null) parts.push(await conditionOfQuery(engine, alsoMatches))
  if (storyCluster != null) parts.push(ch`cluster = ${long(fromDocumentId(storyCluster) ?? '-1')}`) // an invalid id matches no story
  if (ids != null) parts.push(hasId(ids))
  if (forum != null) parts.push(forumConditions[forum])
  return join(parts, ' and ')
}

/** The condition that a document has one of these ids; an invalid id matches no document. */
export function hasId(ids: readonly DocumentId[]): Fragment {
  const storedIds = ids.flatMap((id) => fromDocumentId(id) ?? [])
  return storedIds.length === 0 ? none : hasAnyId(storedIds)
}
