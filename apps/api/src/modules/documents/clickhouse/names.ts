import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { authorKey, resolveAuthors, resolveOutlets } from '../dimensions.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { sourceCodes } from '../source-codes.ts'

/** The numbers of names. PostgreSQL gives them, whatever keeps the documents. */
export interface Names {
  /** Numbers for the outlets and authors of a batch, new ones where they are new; an author's is 0 where there is none. */
  number(batch: readonly PreparedDocument[]): Promise<{
    outlet(document: PreparedDocument): number
    author(document: PreparedDocument): number
  }>
  /** The number of an entity; null when nobody has read it. */
  findEntity(name: string): Promise<number | null>
}

export function createNames({ kysely }: Pick<Database, 'kysely'>): Names {
  const keyOf = ({ sourceKey, author }: PreparedDocument) => ({ sourceId: sourceCodes[sourceKey], author })
  return {
    number: async (batch) => {
      const [outlets, authors] = await kysely.transaction().execute(async (trx) => [
        await resolveOutlets(
          trx,
          batch.map(({ outlet }) => outlet),
        ),
        await resolveAuthors(trx, batch.map(keyOf)),
      ])
      return {
        outlet: ({ outlet }) => outlets.get(outlet) ?? 0,
        author: (document) => authors.get(authorKey(keyOf(document))) ?? 0,
      }
    },
    findEntity: async (name) => {
      const { rows } = await sql<{ id: number }>`select id from entity where key = ${name.toLowerCase()}`.execute(
        kysely,
      )
      return rows[0]?.id ?? null
    },
  }
}
