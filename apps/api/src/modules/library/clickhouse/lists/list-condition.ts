import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integers, join, long } from '../../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../../adapters/database/database.port.ts'
import { type DocumentId, fromDocumentId } from '../../document-id.ts'
import type { ListFilter } from '../../lists/document-list.ts'
import { conditionOfQuery, type ToCondition } from '../conditions.ts'
import { hasAnyId } from '../document-pages.ts'

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
  const stored = ids.flatMap((id) => fromDocumentId(id) ?? [])
  return stored.length === 0 ? none : hasAnyId(stored)
}
