import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'

/** The numbers of names, which PostgreSQL assigns wherever the documents are stored. */
export interface Names {
  /** The number of an entity; null when no document with it was read. */
  findEntity(name: string): Promise<number | null>
}

export function createNames({ kysely }: Database): Names {
  return {
    async findEntity(name) {
      const { rows } = await sql<{ id: number }>`select id from entity where key = ${name.toLowerCase()}`.execute(
        kysely,
      )
      return rows[0]?.id ?? null
    },
  }
}
