import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type DocumentFilter, type DocumentId, fromDocumentId, toCondition, toDocumentId } from '../documents/index.ts'

/** What a bundle needs of a document beyond what is shown: what the report builder counts by. */
export interface CountedFacts {
  id: DocumentId
  /** Microseconds since 1970. */
  publishedMicros: number
  /** Numbers of the library's tables; voices that are heard alike are ordered by them. */
  outletNumber: number
  authorNumber: number | null
  /** Names that the text was found to hold. */
  entities: string[]
}

/** How common names and terms are in the library: what contexts are held against. */
export interface Background {
  /** Documents that were read for names, and for terms. */
  entityDocuments: number
  termDocuments: number
  entities: Record<string, number>
  terms: Record<string, number>
}

export type ExportDocumentsRepository = ReturnType<typeof createExportDocumentsRepository>

/** All SQL that reads documents for a file. */
export function createExportDocumentsRepository({ kysely: db, analysis }: Pick<Database, 'kysely' | 'analysis'>) {
  return {
    /** Ids of all documents that match, newest first; at most `limit`. */
    async listIds(filter: DocumentFilter, limit: number): Promise<DocumentId[]> {
      const { rows } = await sql<{ ids: string[] | null }>`
        select array_agg(id::text order by ts desc, id) as ids
        from (select d.id, d.ts from document d where ${toCondition(filter)} order by d.ts desc, d.id limit ${limit}) as x`.execute(
        analysis,
      )
      return (rows[0]?.ids ?? []).map(toDocumentId)
    },

    async readFacts(ids: readonly DocumentId[]): Promise<CountedFacts[]> {
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

    /** The words of documents as the index holds them. */
    async readTerms(ids: readonly DocumentId[]): Promise<{ id: DocumentId; terms: string[] }[]> {
      const { rows } = await sql<{ id: string; terms: string[] }>`
        select id::text as id, tsvector_to_array(tsv) as terms from document where id = any(${toStored(ids)}::bigint[]) order by document.id`.execute(
        db,
      )
      return rows.map(({ id, terms }) => ({ id: toDocumentId(id), terms }))
    },

    async readBackground({
      isDemo,
      entities,
      terms,
    }: {
      isDemo: boolean
      entities: readonly string[]
      terms: readonly string[]
    }): Promise<Background> {
      const column = isDemo ? sql`demo_documents` : sql`documents`
      const names = await sql<{ name: string; n: number }>`
        select name, ${column} as n from entity where name = any(${[...entities]}::text[])`.execute(db)
      const words = await sql<{ name: string; n: number }>`
        select term as name, documents as n from term_background where demo = ${isDemo}::boolean and term = any(${[...terms]}::text[])`.execute(
        db,
      )
      const { rows } = await sql<{ entities: number; terms: number }>`
        select (select documents from entity_library where demo = ${isDemo}::boolean) as entities,
               (select sampled_documents from term_background_state where demo = ${isDemo}::boolean) as terms`.execute(
        db,
      )
      return {
        entityDocuments: rows[0]?.entities ?? 0,
        termDocuments: rows[0]?.terms ?? 0,
        entities: toRecord(names.rows),
        terms: toRecord(words.rows),
      }
    },
  }
}

function toStored(ids: readonly DocumentId[]): string[] {
  return ids.flatMap((id) => fromDocumentId(id) ?? [])
}

function toRecord(rows: readonly { name: string; n: number }[]): Record<string, number> {
  return Object.fromEntries(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, n }) => [name, n]))
}
