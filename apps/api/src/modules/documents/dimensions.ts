import { type QueryExecutorProvider, sql } from 'kysely'

/** Finds the number of each outlet name, making those that are new. Runs in the caller's transaction, which holds the writer's lock. */
export async function resolveOutlets(
  trx: QueryExecutorProvider,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const wanted = [...new Set(names)]
  const { rows } = await sql<OutletRow>`
    select id, name from outlet where name = any(${wanted}::text[])`.execute(trx)
  const found = new Map(rows.map((row) => [row.name, row.id]))
  const missing = wanted.filter((name) => !found.has(name))
  if (missing.length === 0) return found
  const { rows: made } = await sql<OutletRow>`
    insert into outlet (name) select unnest(${missing}::text[]) returning id, name`.execute(trx)
  for (const row of made) found.set(row.name, row.id)
  return found
}

interface OutletRow {
  id: number
  name: string
}

export interface AuthorName {
  sourceId: number
  author: string | null
}

/** The key under which `resolveAuthors` answers. */
export function authorKey({ sourceId, author }: AuthorName): string {
  return `${sourceId} ${author}`
}

/** Finds the number of each author inside its source, making those that are new. Runs as `resolveOutlets` does. */
export async function resolveAuthors(
  trx: QueryExecutorProvider,
  documents: readonly AuthorName[],
): Promise<Map<string, number>> {
  const wanted = new Map(documents.filter((one) => one.author !== null).map((one) => [authorKey(one), one]))
  if (wanted.size === 0) return new Map()
  const columns = (some: readonly AuthorName[]) =>
    sql`unnest(${some.map((one) => one.sourceId)}::smallint[], ${some.map((one) => one.author)}::text[])`
  const { rows } = await sql<AuthorRow>`
    select a.id, a.source_id, a.name from ${columns([...wanted.values()])} as w (source_id, name)
    join author a on a.source_id = w.source_id and a.name = w.name`.execute(trx)
  const found = new Map<string, number>()
  const note = (some: readonly AuthorRow[]) => {
    for (const { id, source_id: sourceId, name } of some) found.set(authorKey({ sourceId, author: name }), id)
  }
  note(rows)
  const missing = [...wanted].flatMap(([key, one]) => (found.has(key) ? [] : [one]))
  if (missing.length === 0) return found
  const { rows: made } = await sql<AuthorRow>`
    insert into author (source_id, name) select * from ${columns(missing)} returning id, source_id, name`.execute(trx)
  note(made)
  return found
}

interface AuthorRow {
  id: number
  source_id: number
  name: string
}
