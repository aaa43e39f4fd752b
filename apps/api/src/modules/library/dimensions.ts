import { type QueryExecutorProvider, sql } from 'kysely'

/** Returns the number of each outlet name and inserts new ones. Runs in the caller's transaction, which holds the writers' lock. */
export async function resolveOutlets(
  trx: QueryExecutorProvider,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const uniqueNames = [...new Set(names)]
  const { rows } = await sql<OutletRow>`
    select id, name from outlet where name = any(${uniqueNames}::text[])`.execute(trx)
  const numbers = new Map(rows.map((row) => [row.name, row.id]))
  const newNames = uniqueNames.filter((name) => !numbers.has(name))
  if (newNames.length === 0) return numbers
  const { rows: inserted } = await sql<OutletRow>`
    insert into outlet (name) select unnest(${newNames}::text[]) returning id, name`.execute(trx)
  for (const row of inserted) numbers.set(row.name, row.id)
  return numbers
}

interface OutletRow {
  id: number
  name: string
}

export interface AuthorName {
  sourceId: number
  author: string | null
}

/** The key of an author in the result of `resolveAuthors`. */
export function authorKey({ sourceId, author }: AuthorName): string {
  return `${sourceId} ${author}`
}

/** Returns the number of each author within its source and inserts new ones. Runs like `resolveOutlets`. */
export async function resolveAuthors(
  trx: QueryExecutorProvider,
  documents: readonly AuthorName[],
): Promise<Map<string, number>> {
  const authorsByKey = new Map(
    documents.filter((document) => document.author !== null).map((document) => [authorKey(document), document]),
  )
  if (authorsByKey.size === 0) return new Map()
  const columns = (authors: readonly AuthorName[]) =>
    sql`unnest(${authors.map((eachAuthor) => eachAuthor.sourceId)}::smallint[], ${authors.map((eachAuthor) => eachAuthor.author)}::text[])`
  const { rows } = await sql<AuthorRow>`
    select a.id, a.source_id, a.name from ${columns([...authorsByKey.values()])} as w (source_id, name)
    join author a on a.source_id = w.source_id and a.name = w.name`.execute(trx)
  const ids = new Map<string, number>()
  const note = (some: readonly AuthorRow[]) => {
    for (const { id, source_id: sourceId, name } of some) ids.set(authorKey({ sourceId, author: name }), id)
  }
  note(rows)
  const newAuthors = [...authorsByKey].flatMap(([key, one]) => (ids.has(key) ? [] : [one]))
  if (newAuthors.length === 0) return ids
  const { rows: insertedRows } = await sql<AuthorRow>`
    insert into author (source_id, name) select * from ${columns(newAuthors)} returning id, source_id, name`.execute(
    trx,
  )
  note(insertedRows)
  return ids
}

interface AuthorRow {
  id: number
  source_id: number
  name: string
}
