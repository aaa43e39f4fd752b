import { type Kysely, sql } from 'kysely'
import type { ClusterFacts } from './cluster-facts.ts'
import { fromClusterId, toClusterId } from './cluster-id.ts'

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
      const stored = ids.flatMap((id) => fromClusterId(id) ?? [])
      await sql`delete from news_cluster where id = any(${stored}::bigint[]) or joined_id = any(${stored}::bigint[])`.execute(
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
  const stored = fromClusterId(id)
  if (stored === null) return null
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select id, joined_id from news_cluster where id = ${stored}::bigint
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
