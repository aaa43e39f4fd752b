import { type Kysely, sql } from 'kysely'
import { type DocumentId, toDocumentId } from '../../library/index.ts'
import { fromClusterId, toClusterId, toStored } from './cluster-id.ts'
import { resolveCluster } from './clusters.repository.ts'

export type ClusterMembersRepository = ReturnType<typeof createClusterMembersRepository>

/** SQL of the articles of stories. */
export function createClusterMembersRepository(db: Kysely<object>) {
  return {
    /** The story of each article; omits articles that were not compared yet. */
    async findOf(ids: readonly DocumentId[]): Promise<Map<DocumentId, string>> {
      const { rows } = await sql<{ document: string; cluster: string }>`
        select document_id as document, cluster_id as cluster from news_cluster_member
        where document_id in (select unnest(${toStored(ids)}::bigint[]))`.execute(db)
      return new Map(rows.map(({ document, cluster }) => [toDocumentId(document), toClusterId(cluster)]))
    },

    /** Articles of a story, or of the one it was merged into, newest first; empty when it does not exist. */
    async listIds(id: string, limit: number): Promise<DocumentId[]> {
      const currentId = await resolveCluster(db, id)
      if (currentId === null) return []
      const { rows } = await sql<{ id: string }>`
        select document_id as id from news_cluster_member where cluster_id = ${fromClusterId(currentId)}::bigint
        order by published_at desc, document_id limit ${limit}`.execute(db)
      return rows.map(({ id: member }) => toDocumentId(member))
    },

    /** Articles of the days around others, with their stories, oldest first; the newest `limit` of them. */
    async listBetween(from: Date, to: Date, limit: number): Promise<{ documentId: DocumentId; clusterId: string }[]> {
      const { rows } = await sql<{ document: string; cluster: string }>`
        select document_id as document, cluster_id as cluster from (
          select * from news_cluster_member where published_at >= ${from}::timestamptz and published_at < ${to}::timestamptz
          order by published_at desc, document_id limit ${limit}) as m order by published_at, document_id`.execute(db)
      return rows.map(({ document, cluster }) => ({
        documentId: toDocumentId(document),
        clusterId: toClusterId(cluster),
      }))
    },

    /** The newest articles of each story, with all its counts; omits stories without an article. */
    async listOf(
      ids: readonly string[],
      maxPerStory: number,
    ): Promise<Map<string, { ids: DocumentId[]; total: number; first: Date; last: Date }>> {
      const { rows } = await sql<{ id: string; members: string[]; total: number; first: Date; last: Date }>`
        select cluster_id as id, count(*)::int as total, min(published_at) as first, max(published_at) as last,
          (array_agg(document_id::text order by published_at desc, document_id))[1:${maxPerStory}::int] as members
        from news_cluster_member where cluster_id = any(${ids.flatMap((id) => fromClusterId(id) ?? [])}::bigint[])
        group by cluster_id`.execute(db)
      return new Map(
        rows.map(({ id, members, total, first, last }) => [
          toClusterId(id),
          { ids: members.map(toDocumentId), total, first, last },
        ]),
      )
    },

    async place(members: readonly { documentId: DocumentId; clusterId: string; publishedAt: string }[]): Promise<void> {
      await sql`
        insert into news_cluster_member as m (document_id, cluster_id, published_at)
        select * from unnest(${toStored(members.map(({ documentId }) => documentId))}::bigint[],
          ${members.map(({ clusterId }) => fromClusterId(clusterId))}::bigint[],
          ${members.map(({ publishedAt }) => publishedAt)}::timestamptz[])
        on conflict (document_id) do update set cluster_id = excluded.cluster_id`.execute(db)
    },

    /** Moves articles that were already placed to other stories. */
    async move(members: readonly { documentId: DocumentId; clusterId: string }[]): Promise<void> {
      if (members.length === 0) return
      await sql`
        update news_cluster_member m set cluster_id = n.cluster_id
        from unnest(${toStored(members.map(({ documentId }) => documentId))}::bigint[],
          ${members.map(({ clusterId }) => fromClusterId(clusterId))}::bigint[]) as n (document_id, cluster_id)
        where m.document_id = n.document_id`.execute(db)
    },

    /** Moves all articles of these stories to the stories they merge into, which must not be among them. */
    async join(joined: readonly { storyId: string; into: string }[]): Promise<void> {
      if (joined.length === 0) return
      const pairs = sql`unnest(${joined.map(({ storyId }) => fromClusterId(storyId))}::bigint[],
        ${joined.map(({ into }) => fromClusterId(into))}::bigint[]) as j (gone, kept)`
      await sql`update news_cluster_member m set cluster_id = j.kept from ${pairs} where m.cluster_id = j.gone`.execute(
        db,
      )
      await sql`update news_cluster c set joined_id = j.kept from ${pairs} where c.id = j.gone`.execute(db)
    },

    /** Removes articles and returns the stories they belonged to. */
    async remove(ids: readonly DocumentId[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        delete from news_cluster_member where document_id in (select unnest(${toStored(ids)}::bigint[]))
        returning cluster_id as id`.execute(db)
      return [...new Set(rows.map(({ id }) => toClusterId(id)))]
    },
  }
}
