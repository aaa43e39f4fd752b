import { type Kysely, sql } from 'kysely'

/** A name or word of the library, and in about how many documents it is. */
export interface LibraryWording {
  text: string
  documents: number
}

/** Wordings of each sort that are known, the most frequent ones: rarer ones are mostly slips themselves. */
const mostWordings = 60_000
const leastDocuments = 3

/** Reads the frequent words and names of the library. */
export function createWordings({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** Words, counted in the sample and scaled to the library. */
    async listWords(demo: boolean): Promise<LibraryWording[]> {
      const { rows } = await sql<LibraryWording>`
        select b.term as text,
          b.documents * greatest(1, s.library_documents::float8 / greatest(1, s.sampled_documents)) as documents
        from term_background b join term_background_state s on s.demo = b.demo
        where b.demo = ${demo}::boolean and b.documents >= ${leastDocuments}
        order by b.documents desc, b.term limit ${mostWordings}`.execute(kysely)
      return rows
    },

    /** Names as the library writes them. */
    async listNames(demo: boolean): Promise<LibraryWording[]> {
      const documents = demo ? sql`demo_documents` : sql`documents`
      const { rows } = await sql<LibraryWording>`
        select name as text, ${documents} as documents from entity where ${documents} >= ${leastDocuments}
        order by ${documents} desc, name limit ${mostWordings}`.execute(kysely)
      return rows
    },
  }
}
