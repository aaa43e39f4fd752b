import {
  type DocumentOrder,
  type DocumentPage,
  type EngineColumns,
  readColumns,
  readPageStart,
  type StoredDocument,
} from '../documents.repository.ts'
import { writeCursor } from '../page-cursor.ts'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, long, longs } from '../../../adapters/clickhouse/statement.ts'
import { countryBasisCodes, decode, decodeCountry } from '../document-codes.ts'
import { toDocumentId } from '../document-id.ts'
import { decodeSource } from '../source-codes.ts'
import { compareAscending } from '../../../kernel/fold-text.ts'

/** The columns of a `StoredRow`. An alias is visible in the statement's conditions too, so none has the name of a column. */
const storedColumns = ch`toString(id) as document_id, toString(cluster) as cluster_id, toString(ms) as published_ms, source, kind, outlet_name, author, author_name,
  title, body, url, date_precision, country, country_basis, lang, tone, tone_label, score, comments, views, reposts`

/** Sort keys of a page; ties are broken by id. The same numbers as in PostgreSQL, so that a cursor survives a move. */
const ranks: Record<DocumentOrder, Fragment> = {
  newest: ch`ms * 1000`,
  engagement: ch`if(score is null and comments is null, -9000000000, ifNull(toInt64(score), 0) + ifNull(toInt64(comments), 0))`,
}

/** A document's position for look-ups by id: the table's sort order begins with the bucket. */
const idPosition = ch`(bitAnd(id, 127), id)`

/** Returns one page of the documents that match a condition; `next` is null on the last page. */
export async function readPage(
  engine: ClickhouseEngine,
  condition: Fragment,
  requested: DocumentPage,
): Promise<{ documents: StoredDocument[]; next: string | null }> {
  const { limit, order, cursor } = readPageStart(requested)
  const rank = ranks[order]
  const beyond = cursor === null ? ch`` : ch` and (${rank}, id) < (${long(cursor.rank)}, ${long(cursor.id)})`
  // reads the texts only of the documents on the page
  const candidates = await engine.ask<{ document_id: string; page_rank: string }>(ch`
    select toString(id) as document_id, toString(${rank}) as page_rank from document where ${condition}${beyond}
    order by ${rank} desc, id desc limit ${integer(limit + 1)}`)
  // merge the pages of several shards, each of which returns its own first rows
  candidates.sort(
    (a, b) =>
      compareAscending(BigInt(b.page_rank), BigInt(a.page_rank)) ||
      compareAscending(BigInt(b.document_id), BigInt(a.document_id)),
  )
  const page = candidates.slice(0, limit)
  const documents = await readByIds(
    engine,
    page.map((row) => row.document_id),
  )
  const last = candidates.length > limit ? page.at(-1) : undefined
  return {
    documents,
    next: last === undefined ? null : writeCursor({ rank: last.page_rank, id: last.document_id }),
  }
}

/** Returns the documents with these stored ids, in the order of the ids. */
export async function readByIds(engine: ClickhouseEngine, requestedIds: readonly string[]): Promise<StoredDocument[]> {
  if (requestedIds.length === 0) return []
  const rows = await engine.ask<StoredRow>(ch`
    select ${storedColumns} from document where ${hasAnyId(requestedIds)}`)
  const byId = new Map(rows.map((row) => [row.document_id, row]))
  return requestedIds.flatMap((requestedId) => {
    const row = byId.get(requestedId)
    return row === undefined ? [] : [toStoredDocument(row)]
  })
}

/** Returns which of the stored ids exist. */
export async function listStored(engine: ClickhouseEngine, requestedIds: readonly string[]): Promise<Set<string>> {
  if (requestedIds.length === 0) return new Set()
  const rows = await engine.ask<{ document_id: string }>(
    ch`select toString(id) as document_id from document where ${hasAnyId(requestedIds)}`,
  )
  return new Set(rows.map((row) => row.document_id))
}

/** Returns titles by stored id. */
export async function readTitles(
  engine: ClickhouseEngine,
  requestedIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (requestedIds.length === 0) return new Map()
  const rows = await engine.ask<{ document_id: string; title: string }>(
    ch`select toString(id) as document_id, title from document where ${hasAnyId([...new Set(requestedIds)])}`,
  )
  return new Map(rows.map(({ document_id: id, title }) => [id, title]))
}

/** The condition that a document has one of these ids, written so that the table's sort order serves it. */
export function hasAnyId(requestedIds: readonly string[]): Fragment {
  return ch`${idPosition} in (select bitAnd(wanted, 127), wanted from (select arrayJoin(${longs(requestedIds)}) as wanted))`
}

interface StoredRow extends EngineColumns {
  document_id: string
  cluster_id: string
  published_ms: string
  source: number
  outlet_name: string
  author: number
  author_name: string
  country: number
  country_basis: number
  tone: number | null
}

/** Converts a row to a document. */
function toStoredDocument(row: StoredRow): StoredDocument {
  return {
    ...readColumns(row),
    documentId: toDocumentId(row.document_id),
    clusterId: toDocumentId(row.cluster_id),
    sourceKey: decodeSource(row.source),
    outlet: row.outlet_name,
    author: row.author === 0 ? null : row.author_name,
    publishedAt: new Date(Number(row.published_ms)).toISOString(),
    country: decodeCountry(row.country),
    countryBasis: row.country_basis === 0 ? null : decode(countryBasisCodes, row.country_basis),
    tone: row.tone === null ? null : Math.fround(row.tone),
  }
}
