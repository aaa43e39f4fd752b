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

/** Finds words and names by prefix; both searches scan a range of an index. */
export function createPrefixSearch({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** Names of the library with the prefix, most documents first. */
    async listEntities(search: PrefixSearch): Promise<CountedName[]> {
      return (await entitiesByPrefix(search).execute(kysely)).rows
    },

    /** Words of the library with the prefix, most frequent first. They are counted only in a sample. */
    async listTerms(search: PrefixSearch): Promise<string[]> {
      return (await termsByPrefix(search).execute(kysely)).rows.map(({ term }) => term)
    },
  }
}

// Exactly the expression of the index entity_prefix, including escapes: another spelling would scan the whole table
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

/** Sorts after every text with the prefix, in byte order. */
function endOf(prefix: string): string {
  return `${prefix}\u{10ffff}`
}
