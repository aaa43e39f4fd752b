import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { toIndexText } from '../prepare-document.ts'
import type { MovableDocuments, MovedDocument } from '../move/moved-document.ts'

/** Reads and writes PostgreSQL documents for a move between stores. */
export function createPostgresDocuments({ kysely }: Database): MovableDocuments {
  return {
    listTables: async () => ['postgresql'],
    async count() {
      const { rows } = await sql<{ n: number }>`select count(*)::float8 as n from document`.execute(kysely)
      return rows[0]?.n ?? 0
    },
    async read(after, limit) {
      const { rows } = await sql<MovedDocument>`
        select d.id::text as id, d.cluster_id::text as "clusterId", (extract(epoch from d.ts) * 1000)::float8 as ms,
          d.outlet_id as "outletId", o.name as outlet, d.author_id as "authorId", a.name as author, d.score, d.comments, d.tone,
          d.source_id as "sourceId", d.kind, d.tone_label as "toneLabel", d.country, d.country_basis as "countryBasis", d.lang, d.entities,
          (extract(epoch from d.collected_at) * 1000)::float8 as "collectedMs",
          t.canonical_url_hash::text as "canonicalUrlHash", t.views, t.reposts, t.date_precision as "datePrecision",
          t.native_id as "nativeId", t.url, t.title, t.body
        from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id left join author a on a.id = d.author_id
        where d.id > ${after ?? '-1'}::bigint order by d.id limit ${limit}`.execute(kysely)
      return rows.map((row) => ({ ...row, tone: row.tone === null ? null : Math.fround(row.tone) }))
    },
    async write(documents) {
      const column = <K extends keyof MovedDocument>(key: K) => documents.map((eachDocument) => eachDocument[key])
      const days = documents.map(({ ms }) => new Date(ms).toISOString())
      await kysely.transaction().execute(async (trx) => {
        await sql`
          insert into document (id, cluster_id, ts, day, outlet_id, author_id, score, comments, tone, source_id, bucket, kind,
                                tone_label, country, country_basis, lang, entities, tsv, collected_at)
          select d.id, d.cluster, d.ts, (d.ts at time zone 'UTC')::date, d.outlet, d.author, d.score, d.comments, d.tone, d.source,
            (d.id & 127)::smallint, d.kind, d.label, d.country, d.basis, d.lang, d.entities::int[], d.tsv, d.collected
          from unnest(
            ${column('id')}::bigint[], ${column('clusterId')}::bigint[], ${days}::timestamptz[], ${column('outletId')}::int[],
            ${column('authorId')}::int[], ${column('score')}::int[], ${column('comments')}::int[], ${column('tone')}::real[],
            ${column('sourceId')}::smallint[], ${column('kind')}::smallint[], ${column('toneLabel')}::smallint[],
            ${column('country')}::text[], ${column('countryBasis')}::smallint[], ${column('lang')}::text[],
            ${documents.map(({ entities }) => `{${entities.join(',')}}`)}::text[],
            ${documents.map((eachDocument) => toIndexText(eachDocument, 'tsvector'))}::tsvector[],
            ${documents.map(({ collectedMs }) => (collectedMs === null ? null : new Date(collectedMs).toISOString()))}::timestamptz[]
          ) as d (id, cluster, ts, outlet, author, score, comments, tone, source, kind, label, country, basis, lang, entities, tsv, collected)
          on conflict do nothing`.execute(trx)
        await sql`
          insert into document_text (id, canonical_url_hash, views, reposts, date_precision, native_id, url, title, body)
          select * from unnest(
            ${column('id')}::bigint[], ${column('canonicalUrlHash')}::bigint[], ${column('views')}::int[],
            ${column('reposts')}::int[], ${column('datePrecision')}::smallint[], ${column('nativeId')}::text[],
            ${column('url')}::text[], ${column('title')}::text[], ${column('body')}::text[])
          on conflict do nothing`.execute(trx)
      })
    },
    async clear() {
      await sql`truncate document, document_text`.execute(kysely)
    },
  }
}
