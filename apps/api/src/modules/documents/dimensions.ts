import { type QueryExecutorProvider, sql } from 'kysely'

/** Finds the number of each outlet name, making those that are new. Runs in the caller's transaction. */
export async function resolveOutlets(
  trx: QueryExecutorProvider,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const wanted = [...new Set(names)]
  const read = async () => {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from outlet where name = any(${wanted}::text[])`.execute(trx)
    return new Map(rows.map((row) => [row.name, row.id]))
  }
  const known = await read()
  const missing = wanted.filter((name) => !known.has(name))
  if (missing.length === 0) return known
  await sql`insert into outlet (name) select unnest(${missing}::text[]) on conflict do nothing`.execute(trx)
  return read()
}

export interface AuthorName {
  sourceId: number
  author: string | null
}

/** The key under which `resolveAuthors` answers. */
export function authorKey({ sourceId, author }: AuthorName): string {
  return `${sourceId} ${author}`
}

/** Finds the number of each author inside its source, making those that are new. Runs in the caller's transaction. */
export async function resolveAuthors(
  trx: QueryExecutorProvider,
  documents: readonly AuthorName[],
): Promise<Map<string, number>> {
  const wanted = new Map(documents.filter((one) => one.author !== null).map((one) => [authorKey(one), one]))
  if (wanted.size === 0) return new Map()
  const sources = [...wanted.values()].map((one) => one.sourceId)
  const names = [...wanted.values()].map((one) => one.author)
  const read = async () => {
    const { rows } = await sql<{ id: number; source_id: number; name: string }>`
      select a.id, a.source_id, a.name
      from unnest(${sources}::smallint[], ${names}::text[]) as w (source_id, name)
      join author a on a.source_id = w.source_id and a.name = w.name`.execute(trx)
    return new Map(rows.map((row) => [authorKey({ sourceId: row.source_id, author: row.name }), row.id]))
  }
  const known = await read()
  if (known.size === wanted.size) return known
  await sql`
    insert into author (source_id, name)
    select * from unnest(${sources}::smallint[], ${names}::text[]) on conflict do nothing`.execute(trx)
  return read()
}
