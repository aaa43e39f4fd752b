import { sql } from 'kysely'
import { ch } from '../../../../adapters/clickhouse/statement.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from '../../document-id.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import { hasAnyId } from '../document-pages.ts'
import { distinctWords } from '../words-condition.ts'
import type { ListParts } from './list-keys.ts'
import { readNewest } from './listed-rows.ts'

/** Reads the data that exported report files are written from. */
export function createClickhouseExports({ engine, database, toCondition }: ListParts): DocumentStore['exportedFacts'] {
  return {
    async listIds(filter, limit) {
      const newest = await readNewest(engine, await toCondition(filter), { limit, idsOf: 'ascending' })
      return newest.map(({ id }) => toDocumentId(id))
    },
    async readFacts(ids) {
      const rows = await readByStoredIds<{
        document_id: string
        ms: string
        outlet: number
        author: number
        entities: number[]
      }>(ids, (stored) =>
        engine.ask(ch`
            select toString(id) as document_id, toString(ms) as ms, outlet, author, entities from document where ${hasAnyId(stored)}`),
      )
      const names = await readNames(new Set(rows.flatMap(({ entities }) => entities)))
      return rows.map(({ document_id: id, ms, outlet, author, entities }) => ({
        id: toDocumentId(id),
        publishedMicros: Number(ms) * 1_000,
        outletNumber: outlet,
        authorNumber: author === 0 ? null : author,
        entities: [...new Set(entities)].toSorted((a, b) => a - b).flatMap((entity) => names.get(entity) ?? []),
      }))
    },
    async readTerms(ids) {
      const rows = await readByStoredIds<{ document_id: string; terms: string[] }>(ids, (stored) =>
        engine.ask(ch`
          select toString(id) as document_id, arraySort(${distinctWords}) as terms from document where ${hasAnyId(stored)}`),
      )
      return rows
        .toSorted((a, b) => (BigInt(a.document_id) < BigInt(b.document_id) ? -1 : 1))
        .map(({ document_id: id, terms }) => ({ id: toDocumentId(id), terms }))
    },
  }

  /** A document's entities are unique, as are their names. */
  async function readNames(entities: ReadonlySet<number>): Promise<Map<number, string>> {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from entity where id = any(${[...entities]}::int[])`.execute(database.kysely)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}

async function readByStoredIds<Row>(
  ids: readonly DocumentId[],
  read: (stored: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const storedIds = ids.flatMap((id) => fromDocumentId(id) ?? [])
  return storedIds.length === 0 ? [] : read(storedIds)
}
