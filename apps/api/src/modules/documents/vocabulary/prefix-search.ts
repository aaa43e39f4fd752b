import { type Kysely, type RawBuilder, sql } from 'kysely'

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

/** Finds words and names by how they begin; both searches walk a range of an index. */
export function createPrefixSearch({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** Names of the library that begin with the text, most written about first. */
    async listEntities(search: PrefixSearch): Promise<CountedName[]> {
      return (await entitiesByPrefix(search).execute(kysely)).rows
    },

    /** Words of the library that begin with the text, most frequent first. They are counted in a sample only. */
    async listTerms(search: PrefixSearch): Promise<string[]> {
      return (await termsByPrefix(search).execute(kysely)).rows.map(({ term }) => term)
    },
  }
}

// Word for word the expression of the index in migration 0012, escapes too: another spelling reads the whole table
const foldedName = sql.raw(
  String.raw`lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g')) collate "C"`,
)

export function entitiesByPrefix({ prefix, demo, limit }: PrefixSearch): RawBuilder<CountedName> {
  const documents = demo ? sql`demo_documents` : sql`documents`
  return sql<CountedName>`
    select name, ${documents} as documents from entity
    where ${foldedName} >= ${prefix} and ${foldedName} < ${endOf(prefix)} and ${documents} > 0
    order by ${documents} desc, name limit ${limit}`
}

export function termsByPrefix({ prefix, demo, limit }: PrefixSearch): RawBuilder<{ term: string }> {
  return sql<{ term: string }>`
    select term from term_background
    where demo = ${demo} and term collate "C" >= ${prefix} and term collate "C" < ${endOf(prefix)}
    order by documents desc, term limit ${limit}`
}

/** Above every text that begins with the prefix, in the order of bytes. */
function endOf(prefix: string): string {
  return `${prefix}\u{10ffff}`
}
