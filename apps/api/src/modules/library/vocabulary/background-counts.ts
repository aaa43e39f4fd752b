import { type Kysely, sql } from 'kysely'

/** The frequency of names and terms in the library, which contexts are compared with. */
export interface BackgroundCounts {
  /** Documents that were read for names, and for terms. */
  entityDocuments: number
  termDocuments: number
  entities: Record<string, number>
  terms: Record<string, number>
}

/** Reads the frequency of words and names in the whole library. */
export function createBackgroundReader({ kysely }: { kysely: Kysely<object> }) {
  return {
    async readBackground({
      isDemo,
      entities,
      terms,
    }: {
      isDemo: boolean
      entities: readonly string[]
      terms: readonly string[]
    }): Promise<BackgroundCounts> {
      const column = isDemo ? sql`demo_documents` : sql`documents`
      const names = await sql<{ name: string; n: number }>`
        select name, ${column} as n from entity where name = any(${[...entities]}::text[])`.execute(kysely)
      const words = await sql<{ name: string; n: number }>`
        select term as name, documents as n from term_background where demo = ${isDemo}::boolean and term = any(${[...terms]}::text[])`.execute(
        kysely,
      )
      const { rows } = await sql<{ entities: number; terms: number }>`
        select (select documents from entity_library where demo = ${isDemo}::boolean) as entities,
               (select sampled_documents from term_background_state where demo = ${isDemo}::boolean) as terms`.execute(
        kysely,
      )
      return {
        entityDocuments: rows[0]?.entities ?? 0,
        termDocuments: rows[0]?.terms ?? 0,
        entities: toRecord(names.rows),
        terms: toRecord(words.rows),
      }
    },

    /** The fraction of the library's documents that contain each word; words that were not counted are absent. */
    async backgroundShares(words: readonly string[], world: 'real' | 'demo'): Promise<Map<string, number>> {
      const isDemo = world === 'demo'
      const { rows } = await sql<{ term: string; share: number }>`
        select b.term, b.documents::float8 / s.sampled_documents as share
        from term_background b join term_background_state s on s.demo = b.demo
        where b.demo = ${isDemo}::boolean and s.sampled_documents > 0 and b.term = any(${words}::text[])`.execute(
        kysely,
      )
      return new Map(rows.map(({ term, share }) => [term, share]))
    },
  }
}

function toRecord(rows: readonly { name: string; n: number }[]): Record<string, number> {
  return Object.fromEntries(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, n }) => [name, n]))
}
