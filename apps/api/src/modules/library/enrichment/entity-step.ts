import { sql } from 'kysely'
import type { QueryExecutorProvider } from 'kysely'
import type { Entity } from '@auspex/analytics/entities'
import type { Database } from '../../../adapters/database/database.port.ts'
import { toDocumentId } from '../document-id.ts'
import type { Library, UnextractedRow } from '../document-store.port.ts'
import type { Reader } from './reader.ts'
import type { WorkFaults } from './work-faults.ts'

/** A document that names more (a list, a transcript) would make its names look related to each other. */
const maxEntities = 24

const work = 'names of a document'

/**
 * Creates a step that extracts and stores the names of the next pending documents; it returns whether there were any. After a failure the next
 * documents are read one by one, and one that fails repeatedly is set aside and has no names.
 */
export function createEntityStep(library: Library, reader: Reader, faults: WorkFaults): () => Promise<boolean> {
  const { store } = library
  let oneByOne = 0
  return async () => {
    const [first] = await listPending(library.database, 1)
    if (first === undefined) return false
    const size = oneByOne > 0 ? 1 : store.documentsPerStep
    try {
      const processed = await extractNames(library, reader, size)
      // a pending entry without a document would otherwise be retried for ever
      if (processed === 0) await dropPending(library.database, await listPending(library.database, size))
      oneByOne = Math.max(0, oneByOne - 1)
      return true
    } catch (error) {
      if (size > 1) {
        await faults.ensureItIsNotTheDatabase(error)
        oneByOne = store.documentsPerStep
        return true
      }
      if (await faults.note(work, first, error)) await countAsExtracted(library, first)
      return true
    }
  }
}

async function listPending({ kysely }: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select document_id as id from entity_pending order by bucket, document_id limit ${limit}`.execute(kysely)
  return rows.map(({ id }) => id)
}

async function dropPending({ kysely }: Database, ids: readonly string[]): Promise<void> {
  await sql`
    delete from entity_pending where document_id = any(${[...ids]}::bigint[])
      and bucket = any(${ids.map((id) => Number(BigInt(id) & 127n))}::smallint[])`.execute(kysely)
}

/** Counts it without names, so that the fraction of documents read stays correct. */
async function countAsExtracted({ database, store }: Library, id: string): Promise<void> {
  const demo = await store.documents([toDocumentId(id)]).then(
    ([document]) => document?.sourceKey === 'demo',
    () => false,
  )
  const row: UnextractedRow = { id, demo, lang: null, title: '', body: null }
  await database.kysely.transaction().execute((trx) => countEntities(trx, [{ row, entities: [] }]))
}

/** Returns how many documents were read. */
async function extractNames({ database, store }: Library, reader: Reader, limit: number): Promise<number> {
  const rows = await store.readWithoutEntities(limit)
  if (rows.length === 0) return 0
  // The model supports only English; texts of unknown language are mostly short English titles
  const readable = rows.filter((row) => row.lang === null || row.lang === 'en')
  const entitiesById = await reader.ask({
    kind: 'findEntities',
    input: readable.map(({ id, title, body }) => ({ id, text: body === null ? title : `${title}. ${body}` })),
  })
  const namedRows = rows.map((row) => {
    const byKey = new Map((entitiesById.get(row.id) ?? []).map((entity) => [entity.name.toLowerCase(), entity]))
    return { row, entities: [...byKey].slice(0, maxEntities) }
  })
  // a name is counted in the transaction that marks its document as read; before that it only gets a number, so that a restart repeats the reading
  // and counts nothing twice
  const numbers = await numberEntities(database.kysely, namedRows)
  await store.setEntities(
    namedRows
      .filter(({ entities }) => entities.length > 0)
      .map(({ row, entities }) => ({ id: row.id, entities: entities.flatMap(([key]) => numbers.get(key) ?? []) })),
  )
  await database.kysely.transaction().execute((trx) => countEntities(trx, namedRows))
  return rows.length
}

interface NamedRow {
  row: UnextractedRow
  entities: [key: string, Entity][]
}

async function numberEntities(kysely: QueryExecutorProvider, named: readonly NamedRow[]): Promise<Map<string, number>> {
  const byKey = new Map(named.flatMap(({ entities }) => entities))
  if (byKey.size === 0) return new Map()
  const entries = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)) // the same order for all writers prevents deadlocks
  const { rows } = await sql<{ key: string; id: number }>`
    with named as (
      select * from unnest(${entries.map(([key]) => key)}::text[], ${entries.map(([, one]) => one.name)}::text[],
        ${entries.map(([, one]) => one.kind)}::text[]) as n (key, name, kind)
    ),
    added as (
      insert into entity (key, name, kind, documents, demo_documents)
      select n.key, n.name, n.kind, 0, 0 from named n where not exists (select 1 from entity e where e.key = n.key)
      on conflict (key) do update set documents = entity.documents returning key, id
    )
    select key, id from added union all select e.key, e.id from entity e join named n on n.key = e.key`.execute(kysely)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

async function countEntities(trx: QueryExecutorProvider, named: readonly NamedRow[]): Promise<void> {
  const ids = named.map(({ row }) => row.id)
  // First, because documents removed in the meantime are no longer pending and must not be counted
  const { rows: dequeued } = await sql<{ document_id: string }>`
    delete from entity_pending where document_id = any(${ids}::bigint[])
    and bucket = any(${[...new Set(ids.map((id) => Number(BigInt(id) & 127n)))]}::smallint[])
    returning document_id`.execute(trx)
  const pending = new Set(dequeued.map(({ document_id: id }) => id))
  const stillPending = named.filter(({ row }) => pending.has(row.id))
  const counts = new Map<string, { real: number; demo: number }>()
  for (const { row, entities } of stillPending) {
    for (const [key] of entities) {
      const count = counts.get(key) ?? { real: 0, demo: 0 }
      if (row.demo) count.demo += 1
      else count.real += 1
      counts.set(key, count)
    }
  }
  const entries = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)) // the same order for all writers prevents deadlocks
  await sql`
    update entity e set documents = e.documents + n.real, demo_documents = e.demo_documents + n.demo
    from unnest(${entries.map(([key]) => key)}::text[], ${entries.map(([, one]) => one.real)}::int[],
      ${entries.map(([, one]) => one.demo)}::int[]) as n (key, real, demo)
    where e.key = n.key`.execute(trx)
  const demo = stillPending.filter(({ row }) => row.demo).length
  await sql`
    update entity_library set documents = documents + case when demo then ${demo}::int else ${stillPending.length - demo}::int end`.execute(
    trx,
  )
}
