import { type Kysely, sql } from 'kysely'

/** Looks names up that the library was found to hold. */
export function createEntityNames({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** Whether a document of the library was found to name it, written exactly so. */
    async isEntityName(name: string): Promise<boolean> {
      const { rows } = await sql`select 1 from entity where name = ${name}`.execute(kysely)
      return rows.length > 0
    },

    /** The name as the library writes it, whatever the case; null when no document was found to name it. */
    async findEntityName(name: string): Promise<string | null> {
      const { rows } = await sql<{ name: string }>`
        select name from entity where name = ${name} or lower(name) = lower(${name}) order by (name = ${name}) desc, documents desc limit 1`.execute(
        kysely,
      )
      return rows[0]?.name ?? null
    },

    /** The names of a world that are written so, letters' case aside. */
    async findNames(labels: readonly string[], world: 'real' | 'demo') {
      const isDemo = world === 'demo'
      const background = isDemo ? sql`demo_documents` : sql`documents`
      const { rows } = await sql<{ id: number; name: string; key: string; background: number; total: number }>`
        select x.id, x.name, x.key, x.${background} as background, l.documents as total
        from entity x join entity_library l on l.demo = ${isDemo}::boolean
        where x.key = any(${labels.map((label) => label.toLowerCase())}::text[]) and x.${background} > 0`.execute(
        kysely,
      )
      return rows
    },
  }
}
