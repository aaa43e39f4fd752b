import type { DocumentOrder, DocumentPage, StoredDocument } from '../documents.repository.ts'
import { parseCursor, writeCursor } from '../page-cursor.ts'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, long, longs } from '../../../adapters/clickhouse/statement.ts'
import { storedColumns, type StoredRow, toStoredDocument } from './stored-document.ts'

/** What a page is sorted by; ties by id. The same numbers as PostgreSQL's, so that a cursor outlives a move. */
const ranks: Record<DocumentOrder, Fragment> = {
  newest: ch`ms * 1000`,
  engagement: ch`if(score is null and comments is null, -9000000000, ifNull(toInt64(score), 0) + ifNull(toInt64(comments), 0))`,
}

/** Where a document lies, for look-ups by id: the order of the table begins with the bucket. */
const place = ch`(bitAnd(id, 127), id)`

/** One page of what a condition finds; `next` is null on the last. */
export async function readPage(
  engine: ClickhouseEngine,
  condition: Fragment,
  { limit, after = null, order = 'newest' }: DocumentPage,
): Promise<{ documents: StoredDocument[]; next: string | null }> {
  const rank = ranks[order]
  const cursor = parseCursor(after)
  const beyond = cursor === null ? ch`` : ch` and (${rank}, id) < (${long(cursor.rank)}, ${long(cursor.id)})`
  // the texts of those on the page alone are read
  const found = await engine.ask<{ document_id: string; page_rank: string }>(ch`
    select toString(id) as document_id, toString(${rank}) as page_rank from document where ${condition}${beyond}
    order by ${rank} desc, id desc limit ${integer(limit + 1)}`)
  // of several shards, each of which answers with its first
  found.sort(
    (a, b) =>
      compare(BigInt(b.page_rank), BigInt(a.page_rank)) || compare(BigInt(b.document_id), BigInt(a.document_id)),
  )
  const shown = found.slice(0, limit)
  const stored = await readByIds(
    engine,
    shown.map((row) => row.document_id),
  )
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    documents: stored,
    next: last === undefined ? null : writeCursor({ rank: last.page_rank, id: last.document_id }),
  }
}

/** The documents of stored ids, in their order. */
export async function readByIds(engine: ClickhouseEngine, wanted: readonly string[]): Promise<StoredDocument[]> {
  if (wanted.length === 0) return []
  const rows = await engine.ask<StoredRow>(ch`
    select ${storedColumns} from document where ${placedAt(wanted)}`)
  const byId = new Map(rows.map((row) => [row.document_id, row]))
  return wanted.flatMap((one) => {
    const row = byId.get(one)
    return row === undefined ? [] : [toStoredDocument(row)]
  })
}

/** Which of the stored ids are there. */
export async function listStored(engine: ClickhouseEngine, wanted: readonly string[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const rows = await engine.ask<{ document_id: string }>(
    ch`select toString(id) as document_id from document where ${placedAt(wanted)}`,
  )
  return new Set(rows.map((row) => row.document_id))
}

/** Titles by stored id. */
export async function readTitles(
  engine: ClickhouseEngine,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (wanted.length === 0) return new Map()
  const rows = await engine.ask<{ document_id: string; title: string }>(
    ch`select toString(id) as document_id, title from document where ${placedAt([...new Set(wanted)])}`,
  )
  return new Map(rows.map(({ document_id: id, title }) => [id, title]))
}

/** That a document is one of these, as the order of the table finds it. */
export function placedAt(wanted: readonly string[]): Fragment {
  return ch`${place} in (select bitAnd(wanted, 127), wanted from (select arrayJoin(${longs(wanted)}) as wanted))`
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
