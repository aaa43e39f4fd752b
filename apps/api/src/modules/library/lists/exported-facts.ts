import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from '../document-id.ts'

/** Facts about a document that an export needs beyond what is displayed: those the report builder counts by. */
export interface ExportedFacts {
  id: DocumentId
  /** Microseconds since 1970. */
  publishedMicros: number
  /** Numbers of the library's tables; they break ties between voices. */
  outletNumber: number
  authorNumber: number | null
  /** Names found in the text. */
  entities: string[]
}

/** Reads the data that exported report files are written from. */
export function createExportedFacts({ kysely: db, analysis }: Database) {
  return {
    /** Ids of all matching documents, newest first; at most `limit`. */
    async listIds(filter: DocumentFilter, limit: number): Promise<DocumentId[]> {
      const { rows } = await sql<{ ids: string[] | null }>`
        select array_agg(id::text order by ts desc, id) as ids
        from (select d.id, d.ts from document d where ${toCondition(filter)} order by d.ts desc, d.id limit ${limit}) as x`.execute(
        analysis,
      )
      return (rows[0]?.ids ?? []).map(toDocumentId)
    },

    async readFacts(ids: readonly DocumentId[]): Promise<ExportedFacts[]> {
      const { rows } = await sql<{
        id: string
        micros: string
        outlet_id: number
        author_id: number | null
        entities: string[] | null
      }>`
        select d.id::text as id, (extract(epoch from d.ts) * 1000000)::bigint::text as micros, d.outlet_id, d.author_id,
               (select array_agg(e.name order by e.id) from entity e where e.id = any(d.entities)) as entities
        from document d where d.id = any(${toStored(ids)}::bigint[])`.execute(db)
      return rows.map((row) => ({
        id: toDocumentId(row.id),
        publishedMicros: Number(row.micros),
        outletNumber: row.outlet_id,
        authorNumber: row.author_id,
        entities: row.entities ?? [],
      }))
    },

    /** The words of documents as stored in the index. */
    async readTerms(ids: readonly DocumentId[]): Promise<{ id: DocumentId; terms: string[] }[]> {
      const { rows } = await sql<{ id: string; terms: string[] }>`
        select id::text as id, tsvector_to_array(tsv) as terms from document where id = any(${toStored(ids)}::bigint[]) order by document.id`.execute(
        db,
      )
      return rows.map(({ id, terms }) => ({ id: toDocumentId(id), terms }))
    },
  }
}

function toStored(ids: readonly DocumentId[]): string[] {
  return ids.flatMap((id) => fromDocumentId(id) ?? [])
}
