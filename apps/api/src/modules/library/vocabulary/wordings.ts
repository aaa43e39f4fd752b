import { type Kysely, sql } from 'kysely'

/** A name or word of the library, and the approximate number of documents with it. */
export interface LibraryWording {
  text: string
  documents: number
}

/** Wordings of each kind, the most frequent ones: rarer ones are mostly typos themselves. */
const maxWordings = 60_000
const minDocuments = 3

/** Reads the frequent words and names of the library. */
export function createWordings({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** Words, counted in the sample and scaled to the library. */
    async listWords(demo: boolean): Promise<LibraryWording[]> {
      const { rows } = await sql<LibraryWording>`
        select b.term as text,
          b.documents * greatest(1, s.library_documents::float8 / greatest(1, s.sampled_documents)) as documents
        from term_background b join term_background_state s on s.demo = b.demo
        where b.demo = ${demo}::boolean and b.documents >= ${minDocuments}
        order by b.documents desc, b.term limit ${maxWordings}`.execute(kysely)
      return rows
    },

    /** Names in the library's spelling. */
    async listNames(demo: boolean): Promise<LibraryWording[]> {
      const documents = demo ? sql`demo_documents` : sql`documents`
      const { rows } = await sql<LibraryWording>`
        select name as text, ${documents} as documents from entity where ${documents} >= ${minDocuments}
        order by ${documents} desc, name limit ${maxWordings}`.execute(kysely)
      return rows
    },
  }
}
