import type { NewsBriefChange, NewsLineage } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import { fromClusterId, toClusterId } from './cluster-id.ts'

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
