import type { NewsBriefChange, NewsLineage } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import { type DocumentId, toDocumentId } from '../../library/index.ts'
import type { ClusterFacts } from './cluster-facts.ts'
import { fromClusterId, toClusterId, toStored } from './cluster-id.ts'

/** A story as stored. */
export interface StoredCluster {
  id: string
  isDemo: boolean
  documents: number
  outlets: number
  firstAt: Date
  lastAt: Date
  facts: ClusterFacts
}

export interface ClusterRow {
  id: string
  is_demo: boolean
  documents: number
  outlets: number
  first_at: Date
  last_at: Date
  facts: ClusterFacts
}

/** SQL of stories; their articles and their history have repositories of their own. A story's id is that of its first article. */
export function createClustersRepository(db: Kysely<object>) {
  return {
    resolve: (id: string) => resolveCluster(db, id),

    async find(id: string): Promise<StoredCluster | null> {
      const { rows } = await sql<ClusterRow>`
        select id, is_demo, documents, outlets, first_at, last_at, facts from news_cluster where id = ${fromClusterId(id)}::bigint`.execute(
        db,
      )
      return rows[0] === undefined ? null : toCluster(rows[0])
    },

    async findMany(ids: readonly string[]): Promise<StoredCluster[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<ClusterRow>`
        select id, is_demo, documents, outlets, first_at, last_at, facts from news_cluster
        where id = any(${ids.flatMap((id) => fromClusterId(id) ?? [])}::bigint[])`.execute(db)
      return rows.map(toCluster)
    },

    async save(clusters: readonly StoredCluster[], at: Date): Promise<void> {
      if (clusters.length === 0) return
      await sql`
        insert into news_cluster as c (id, is_demo, documents, outlets, first_at, last_at, facts, updated_at)
        select id, is_demo, documents, outlets, first_at, last_at, facts::jsonb, ${at}::timestamptz
        from unnest(${clusters.map(({ id }) => fromClusterId(id))}::bigint[], ${clusters.map(({ isDemo }) => isDemo)}::boolean[],
          ${clusters.map(({ documents }) => documents)}::int[], ${clusters.map(({ outlets }) => outlets)}::int[],
          ${clusters.map(({ firstAt }) => firstAt)}::timestamptz[], ${clusters.map(({ lastAt }) => lastAt)}::timestamptz[],
          ${clusters.map(({ facts }) => JSON.stringify(facts))}::text[])
          as n (id, is_demo, documents, outlets, first_at, last_at, facts)
        on conflict (id) do update set documents = excluded.documents, outlets = excluded.outlets, first_at = excluded.first_at,
          last_at = excluded.last_at, facts = excluded.facts, updated_at = excluded.updated_at, joined_id = null`.execute(
        db,
      )
    },

    /** Deletes stories without an article, and those merged into them. */
    async forget(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      const storedIds = ids.flatMap((id) => fromClusterId(id) ?? [])
      await sql`delete from news_cluster where id = any(${storedIds}::bigint[]) or joined_id = any(${storedIds}::bigint[])`.execute(
        db,
      )
    },

    async countMerged(id: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from news_cluster where joined_id = ${fromClusterId(id)}::bigint`.execute(db)
      return rows[0]?.n ?? 0
    },
  }
}

/** The story that a story was merged into, or itself. Null when it does not exist. */
export async function resolveCluster(db: Kysely<object>, id: string): Promise<string | null> {
  const storedId = fromClusterId(id)
  if (storedId === null) return null
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select id, joined_id from news_cluster where id = ${storedId}::bigint
      union select c.id, c.joined_id from news_cluster c join way on c.id = way.joined_id
    )
    select id from way where joined_id is null`.execute(db)
  return rows[0] === undefined ? null : toClusterId(rows[0].id)
}

export type ClustersRepository = ReturnType<typeof createClustersRepository>

export function toCluster(row: ClusterRow): StoredCluster {
  return {
    id: toClusterId(row.id),
    isDemo: row.is_demo,
    documents: row.documents,
    outlets: row.outlets,
    firstAt: row.first_at,
    lastAt: row.last_at,
    facts: row.facts,
  }
}

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

export interface NewEvent {
  clusterId: string
  at: string
  kind: NewsLineage['kind']
  otherId: string | null
  documents: number
  why: string
}

/** What a later article changed in the brief of a story. */
export interface NewChange extends NewsBriefChange {
  clusterId: string
}

export type ClusterHistoryRepository = ReturnType<typeof createClusterHistoryRepository>

/** SQL of what happened to stories, and of how their briefs changed. */
export function createClusterHistoryRepository(db: Kysely<object>) {
  return {
    async addEvents(events: readonly NewEvent[]): Promise<void> {
      if (events.length === 0) return
      await sql`
        insert into news_cluster_event (cluster_id, at, kind, other_id, documents, why)
        select * from unnest(${events.map(({ clusterId }) => fromClusterId(clusterId))}::bigint[],
          ${events.map(({ at }) => at)}::timestamptz[], ${events.map(({ kind }) => kind)}::text[],
          ${events.map(({ otherId }) => (otherId === null ? null : fromClusterId(otherId)))}::bigint[],
          ${events.map(({ documents }) => documents)}::int[], ${events.map(({ why }) => why)}::text[])`.execute(db)
    },

    /** Newest first, including the events of stories merged into it. */
    async listEvents(id: string, limit: number): Promise<NewsLineage[]> {
      const { rows } = await sql<Omit<NewsLineage, 'at'> & { at: Date }>`
        select at, kind, other_id as "otherId", documents, why from news_cluster_event
        where cluster_id = ${fromClusterId(id)}::bigint order by at desc, id desc limit ${limit}`.execute(db)
      return rows.map(({ at, otherId, ...event }) => ({
        ...event,
        at: at.toISOString(),
        otherId: otherId === null ? null : toClusterId(otherId),
      }))
    },

    async addChanges(changes: readonly NewChange[]): Promise<void> {
      if (changes.length === 0) return
      const texts = (pick: (change: NewsBriefChange) => unknown) =>
        changes.map((change) => JSON.stringify(pick(change)))
      await sql`
        insert into news_brief_change (cluster_id, at, added, removed, document_ids)
        select id, at, added::jsonb, removed::jsonb, ids::jsonb
        from unnest(${changes.map(({ clusterId }) => fromClusterId(clusterId))}::bigint[], ${changes.map(({ at }) => at)}::timestamptz[],
          ${texts(({ added }) => added)}::text[], ${texts(({ removed }) => removed)}::text[],
          ${texts(({ documentIds }) => documentIds)}::text[]) as c (id, at, added, removed, ids)`.execute(db)
    },

    async listChanges(id: string, limit: number): Promise<NewsBriefChange[]> {
      const { rows } = await sql<Omit<NewsBriefChange, 'at'> & { at: Date }>`
        select at, added, removed, document_ids as "documentIds" from news_brief_change
        where cluster_id = ${fromClusterId(id)}::bigint order by at desc, id desc limit ${limit}`.execute(db)
      return rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }))
    },

    /** Grows with each comparison, so that a process can detect that another one has compared since. */
    async lastEvent(): Promise<string> {
      const { rows } = await sql<{ id: string | null }>`select max(id)::text as id from news_cluster_event`.execute(db)
      return rows[0]?.id ?? '0'
    },
  }
}
