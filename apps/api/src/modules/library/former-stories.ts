import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { WindowRow } from './document-store.port.ts'
import type { MatchingRows } from './matching-rows.ts'

/**
 * Records to which story documents belonged until today. Documents that were collected today are left out: no report as of a past day has them.
 * The first change of a day counts, because a report as of the day before must not see any of them.
 */
export async function recordFormerStories(
  { kysely }: Database,
  { window, changedIds, today }: { window: readonly WindowRow[]; changedIds: ReadonlySet<string>; today: string },
): Promise<void> {
  const startOfToday = Date.parse(`${today}T00:00:00Z`)
  const former = window.filter(
    ({ id, collectedMs }) => changedIds.has(id) && (collectedMs === null || collectedMs < startOfToday),
  )
  if (former.length === 0) return
  await sql`
    insert into former_story (document_id, changed_on, cluster_id)
    select id, ${today}::date, cluster from unnest(${former.map(({ id }) => id)}::bigint[], ${former.map((row) => row.cluster_id)}::bigint[])
      as f (id, cluster)
    on conflict do nothing`.execute(kysely)
}

/** The stories at the end of a day of the documents that changed theirs since, by document. */
export async function readFormerStories({ analysis }: Database, asOf: string): Promise<Map<bigint, bigint>> {
  const { rows: changes } = await sql<{ id: string; cluster: string }>`
    select distinct on (document_id) document_id::text as id, cluster_id::text as cluster
    from former_story where changed_on > ${asOf}::date order by document_id, changed_on`.execute(analysis)
  return new Map(changes.map(({ id, cluster }) => [BigInt(id), BigInt(cluster)]))
}

/** Puts each document back into the story that it belonged to at the end of a day. */
export async function restoreStories(database: Database, rows: MatchingRows, asOf: string): Promise<void> {
  const former = await readFormerStories(database, asOf)
  if (former.size === 0) return
  for (let row = 0; row < rows.length; row += 1) {
    const cluster = former.get(rows.id[row] ?? 0n)
    if (cluster !== undefined) rows.cluster[row] = cluster
  }
}

export async function forgetFormerStories(trx: QueryExecutorProvider, ids: readonly string[]): Promise<void> {
  await sql`delete from former_story where document_id = any(${[...ids]}::bigint[])`.execute(trx)
}
