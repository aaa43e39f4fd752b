import { type Kysely, sql } from 'kysely'
import type { DocumentId } from '../../library/index.ts'
import { toStored } from './cluster-id.ts'
import { type ClusterRow, type StoredCluster, toCluster } from './clusters.repository.ts'

/** A story with counts of the articles in a list. */
export interface ListedCluster extends StoredCluster {
  /** Articles of the list that the person has not read. */
  unread: number
  /** Articles of the last day and of the day before. */
  lastDay: number
  dayBefore: number
  merged: number
}

/** Days without an article after which a story's score has halved. */
const halfLifeDays = 2
/** Single articles are shown in the feed only; a story needs at least two. */
const minDocuments = 2

/**
 * The stories of the given articles, sorted by their score at `asOf`: many outlets and recent articles rank first. The score of an old story underflows,
 * so its logarithm is compared.
 */
export async function listRankedClusters(
  db: Kysely<object>,
  listOptions: { ids: readonly DocumentId[]; readIds: readonly DocumentId[]; now: Date; asOf: Date },
  page: { perPage: number; offset: number },
): Promise<{ clusters: ListedCluster[]; total: number }> {
  const { ids, readIds, now, asOf } = listOptions
  const isListed = sql`c.joined_id is null and c.documents >= ${minDocuments}`
  // counted separately: a page after the last has no row to hold the total
  const countResult = await sql<{ total: number }>`
    select count(*)::int as total from news_cluster c
    where ${isListed} and c.id in (select cluster_id from news_cluster_member where document_id in (select unnest(${toStored(ids)}::bigint[])))`.execute(
    db,
  )
  const { rows } = await sql<ClusterRow & { unread: number; last_day: number; day_before: number; merged: number }>`
    with told as materialized (
      select cluster_id, count(*) filter (where document_id not in (select unnest(${toStored(readIds)}::bigint[])))::int as unread
      from news_cluster_member where document_id in (select unnest(${toStored(ids)}::bigint[])) group by cluster_id
    ),
    page as (
      select c.*, told.unread,
        ln((c.outlets + ln(c.documents))::double precision)
          - ln(2::double precision) * greatest(0, extract(epoch from (${asOf}::timestamptz - c.last_at)))::double precision / 86400 / ${halfLifeDays}::int as worth
      from news_cluster c join told on told.cluster_id = c.id where ${isListed}
      order by worth desc, c.id limit ${page.perPage} offset ${page.offset}
    )
    select page.id, page.is_demo, page.documents, page.outlets, page.first_at, page.last_at, page.facts, page.unread,
      (select count(*)::int from news_cluster j where j.joined_id = page.id) as merged,
      (select count(*)::int from news_cluster_member m where m.cluster_id = page.id
        and m.published_at > ${now}::timestamptz - interval '1 day' and m.published_at <= ${now}::timestamptz) as last_day,
      (select count(*)::int from news_cluster_member m where m.cluster_id = page.id
        and m.published_at > ${now}::timestamptz - interval '2 days' and m.published_at <= ${now}::timestamptz - interval '1 day') as day_before
    from page order by page.worth desc, page.id`.execute(db)
  return {
    clusters: rows.map((row) => ({
      ...toCluster(row),
      unread: row.unread,
      lastDay: row.last_day,
      dayBefore: row.day_before,
      merged: row.merged,
    })),
    total: countResult.rows[0]?.total ?? 0,
  }
}
