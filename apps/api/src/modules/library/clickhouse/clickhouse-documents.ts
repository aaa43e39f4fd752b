import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, integer, long } from '../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { compareAscending } from '../../../kernel/fold-text.ts'
import { decodeCountry } from '../document-codes.ts'
import type { MovableDocuments, MovedDocument } from '../move/moved-document.ts'
import { toIndexText } from '../prepare-document.ts'
import { listStored } from './document-pages.ts'
import { type TableRow, toColumns } from './to-table-row.ts'

interface Row {
  id: string
  cluster: string
  ms: string
  collected: string | null
  outlet: number
  outlet_name: string
  author: number
  author_name: string
  score: number | null
  comments: number | null
  tone: number | null
  source: number
  kind: number
  tone_label: number
  country: number
  country_basis: number
  lang: string | null
  entities: number[]
  canonical_url_hash: string | null
  views: number | null
  reposts: number | null
  date_precision: number
  native_id: string | null
  url: string | null
  title: string
  body: string | null
}

/** Reads and writes ClickHouse documents for a move between stores. */
export function createClickhouseDocuments(engine: ClickhouseEngine, { kysely }: Database): MovableDocuments {
  return {
    async listTables() {
      const rows = await engine.ask<{ table: string }>(
        ch`select toString(uuid) as table from system.tables where database = currentDatabase() and name = 'document'`,
      )
      return rows.map(({ table }) => table)
    },
    async count() {
      const rows = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document`)
      return rows.reduce((sum, { n }) => sum + Number(n), 0)
    },
    /** Reads in table order, so that no page needs a sort. */
    async read(after, limit) {
      const beyond =
        after === null ? ch`` : ch`where (bitAnd(id, 127), id) > (bitAnd(${long(after)}, 127), ${long(after)})`
      const rows = await engine.ask<Row>(ch`
        select toString(id) as id, toString(cluster) as cluster, toString(ms) as ms, toString(collected_ms) as collected, outlet, outlet_name, author, author_name, score, comments,
          tone, source, kind, tone_label, country, country_basis, lang, entities, toString(canonical_url_hash) as canonical_url_hash, views,
          reposts, date_precision, native_id, url, title, body
        from document ${beyond} order by bitAnd(id, 127), id limit ${integer(limit)}`)
      return rows.toSorted(byPlace).slice(0, limit).map(toMovedDocument)
    },
    async write(documents) {
      const existing = await listStored(
        engine,
        documents.map(({ id }) => id),
      )
      const fresh = documents.filter(({ id }) => !existing.has(id))
      if (fresh.length === 0) return
      // the number is committed before the insert: a stopped move resumes later, so what it stored must survive
      const { rows } = await sql<{ number: string }>`
        insert into document_batch (number) values (nextval('document_batch_number')) returning number`.execute(kysely)
      await engine.insert(
        'document',
        fresh.map((eachDocument) => toRow(eachDocument, rows[0]?.number ?? '0')),
      )
    },
    async clear() {
      await engine.ask(ch`truncate table document`)
    },
  }
}

function byPlace(a: Row, b: Row): number {
  const [one, other] = [BigInt(a.id), BigInt(b.id)]
  return compareAscending(one & 127n, other & 127n) || compareAscending(one, other)
}

function toMovedDocument(row: Row): MovedDocument {
  return {
    id: row.id,
    clusterId: row.cluster,
    ms: Number(row.ms),
    collectedMs: row.collected === null ? null : Number(row.collected),
    outletId: row.outlet,
    outlet: row.outlet_name,
    authorId: row.author === 0 ? null : row.author,
    author: row.author === 0 ? null : row.author_name,
    score: row.score,
    comments: row.comments,
    tone: row.tone === null ? null : Math.fround(row.tone),
    sourceId: row.source,
    kind: row.kind,
    toneLabel: row.tone_label,
    country: decodeCountry(row.country),
    countryBasis: row.country_basis === 0 ? null : row.country_basis,
    lang: row.lang,
    entities: row.entities,
    canonicalUrlHash: row.canonical_url_hash,
    views: row.views,
    reposts: row.reposts,
    datePrecision: row.date_precision,
    nativeId: row.native_id,
    url: row.url,
    title: row.title,
    body: row.body,
  }
}

function toRow(document: MovedDocument, batch: string): TableRow {
  return {
    ...toColumns(document),
    batch,
    ms: document.ms,
    collected_ms: document.collectedMs,
    outlet: document.outletId,
    author: document.authorId ?? 0,
    source: document.sourceId,
    entities: document.entities,
    words: toIndexText(document, 'word-text'),
  }
}
