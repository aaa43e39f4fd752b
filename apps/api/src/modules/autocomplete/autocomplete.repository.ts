import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

export interface CountedName {
  name: string
  documents: number
}

export interface PrefixSearch {
  /** Folded text. */
  prefix: string
  /** Synthetic documents have their own counts, and are never mixed with real ones. */
  demo: boolean
  limit: number
}

export type AutocompleteRepository = ReturnType<typeof createAutocompleteRepository>

/** Reads what the background reading found; both searches walk a range of an index. */
export function createAutocompleteRepository({ kysely }: Database) {
  return {
    /** Names of the library that begin with the text, most written about first. */
    async listEntities({ prefix, demo, limit }: PrefixSearch): Promise<CountedName[]> {
      const folded = sql`lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g')) collate "C"`
      const documents = demo ? sql`demo_documents` : sql`documents`
      const { rows } = await sql<CountedName>`
        select name, ${documents} as documents from entity
        where ${folded} >= ${prefix} and ${folded} < ${endOf(prefix)} and ${documents} > 0
        order by documents desc, name limit ${limit}`.execute(kysely)
      return rows
    },

    /** Words of the library that begin with the text, most frequent first. They are counted in a sample only. */
    async listTerms({ prefix, demo, limit }: PrefixSearch): Promise<string[]> {
      const { rows } = await sql<{ term: string }>`
        select term from term_background
        where demo = ${demo} and term collate "C" >= ${prefix} and term collate "C" < ${endOf(prefix)}
        order by documents desc, term limit ${limit}`.execute(kysely)
      return rows.map(({ term }) => term)
    },
  }
}

/** Above every text that begins with the prefix, in the order of bytes. */
function endOf(prefix: string): string {
  return `${prefix}\u{10ffff}`
}
