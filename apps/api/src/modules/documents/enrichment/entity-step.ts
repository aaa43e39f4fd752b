import { sql } from 'kysely'
import type { QueryExecutorProvider } from 'kysely'
import type { Entity } from '@auspex/analytics/entities'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Reader } from './reader.ts'
import { sourceCodes } from '../source-codes.ts'

/** About a quarter of a second of reading and 10 ms of the database. */
const documentsPerStep = 200
/** A document that names more (a list, a transcript) would make its names look related to each other. */
const maxEntities = 24

interface PendingRow {
  id: string
  demo: boolean
  lang: string | null
  title: string
  body: string | null
}

/**
 * Reads the names in the next pending documents and stores them, one transaction; returns how many documents were done.
 * In bucket order, so that each pass changes one row in eight of a page: those updates touch no index.
 */
export async function extractNextEntities(database: Database, reader: Reader): Promise<number> {
  const { rows } = await sql<PendingRow>`
    select p.document_id as id, d.source_id = ${sourceCodes.demo} as demo, d.lang, t.title, left(t.body, 4000) as body
    from (select * from entity_pending order by bucket, document_id limit ${documentsPerStep}) p
    join document d on d.id = p.document_id join document_text t on t.id = p.document_id`.execute(database.kysely)
  if (rows.length === 0) return 0
  // The model knows English only; unknown languages are mostly short English titles
  const readable = rows.filter((row) => row.lang === null || row.lang === 'en')
  const found = await reader.ask({
    kind: 'findEntities',
    input: readable.map(({ id, title, body }) => ({ id, text: body === null ? title : `${title}. ${body}` })),
  })
  await database.kysely.transaction().execute((trx) => storeEntities(trx, rows, found))
  return rows.length
}

async function storeEntities(
  trx: QueryExecutorProvider,
  read: readonly PendingRow[],
  found: ReadonlyMap<string, Entity[]>,
): Promise<void> {
  // First, because what was removed meanwhile is no longer pending, and must not be counted
  const { rows: taken } = await sql<{ document_id: string }>`
    delete from entity_pending where document_id = any(${read.map((row) => row.id)}::bigint[])
    and bucket = any(${[...new Set(read.map((row) => Number(BigInt(row.id) & 127n)))]}::smallint[])
    returning document_id`.execute(trx)
  const pending = new Set(taken.map(({ document_id: id }) => id))
  const rows = read.filter(({ id }) => pending.has(id))
  const named = rows.map((row) => {
    const byKey = new Map((found.get(row.id) ?? []).map((entity) => [entity.name.toLowerCase(), entity]))
    return { row, entities: [...byKey].slice(0, maxEntities) }
  })
  const ids = await countEntities(trx, named)
  const withNames = named.filter(({ entities }) => entities.length > 0)
  await sql`
    update document d set entities = f.entities::int[]
    from unnest(${withNames.map(({ row }) => row.id)}::bigint[],
                ${withNames.map(({ entities }) => `{${entities.map(([key]) => ids.get(key)).join(',')}}`)}::text[]) as f (id, entities)
    where d.id = f.id`.execute(trx)
  const demo = rows.filter((row) => row.demo).length
  await sql`
    update entity_library set documents = documents + case when demo then ${demo}::int else ${rows.length - demo}::int end`.execute(
    trx,
  )
}

/** Adds one to the count of each name a document holds, and returns the number of each name by its key. */
async function countEntities(
  trx: QueryExecutorProvider,
  named: readonly { row: PendingRow; entities: [key: string, Entity][] }[],
): Promise<Map<string, number>> {
  const counts = new Map<string, { entity: Entity; real: number; demo: number }>()
  for (const { row, entities } of named) {
    for (const [key, entity] of entities) {
      const count = counts.get(key) ?? { entity, real: 0, demo: 0 }
      if (row.demo) count.demo += 1
      else count.real += 1
      counts.set(key, count)
    }
  }
  if (counts.size === 0) return new Map()
  const entries = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)) // one order for all writers
  const { rows } = await sql<{ key: string; id: number }>`
    insert into entity as known (key, name, kind, documents, demo_documents)
    select * from unnest(${entries.map(([key]) => key)}::text[], ${entries.map(([, one]) => one.entity.name)}::text[],
      ${entries.map(([, one]) => one.entity.kind)}::text[], ${entries.map(([, one]) => one.real)}::int[],
      ${entries.map(([, one]) => one.demo)}::int[])
    on conflict (key) do update set documents = known.documents + excluded.documents,
      demo_documents = known.demo_documents + excluded.demo_documents
    returning key, id`.execute(trx)
  return new Map(rows.map((row) => [row.key, row.id]))
}
