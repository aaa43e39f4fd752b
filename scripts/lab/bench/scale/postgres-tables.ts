import type { Database } from '@auspex/api'
import type { Figure } from '../signals/figures.ts'
import type { Tables } from './open-scale-library.ts'

/** Copies per statement. */
const documentsAtOnce = 50_000

export function postgresTables({ pool, maintain }: Database): Tables {
  return {
    async count() {
      const { rows } = await pool.query<{ n: number }>('select count(*)::float8 as n from document')
      return rows[0]?.n ?? 0
    },
    async grow({ first, from, to }) {
      const start = performance.now()
      await pool.query('create table if not exists bench_first as select id from document order by id limit $1', [
        first,
      ])
      for (let have = from, copy = 1 + Math.floor(from / first); have < to; copy += 1) {
        for (let at = 0; at < first && have < to; at += documentsAtOnce) {
          const copyCount = Math.min(documentsAtOnce, first - at, to - have)
          const copied = `(select id, ('x' || substr(md5(id::text || ' ${copy}'), 1, 16))::bit(64)::bigint & 9223372036854775807 as new
            from (select id from bench_first order by id offset ${at} limit ${copyCount}) as f) as n`
          await pool.query(`
            insert into document (id, cluster_id, ts, day, outlet_id, author_id, score, comments, tone, source_id, bucket, kind, tone_label,
              country, country_basis, lang, entities, tsv)
            select n.new, n.new, ts + interval '${copy % 400} hours', ((ts + interval '${copy % 400} hours') at time zone 'UTC')::date, outlet_id,
              author_id, score, comments, tone, source_id, (n.new & 127)::smallint, kind, tone_label, country, country_basis, lang, entities, tsv
            from document d join ${copied} on n.id = d.id on conflict do nothing`)
          await pool.query(`
            insert into document_text select n.new, canonical_url_hash, views, reposts, date_precision, native_id, url, title, body
            from document_text t join ${copied} on n.id = t.id on conflict do nothing`)
          have += copyCount
        }
      }
      await maintain(['document', 'document_text'])
      return {
        what: 'copying inside the engine, one vacuum',
        value: (to - from) / ((performance.now() - start) / 1_000),
        unit: 'documents/s',
        bar: null,
        note: 'no import: only how the table was made as large',
      }
    },
    async measureDisk(documents): Promise<Figure[]> {
      const { rows } = await pool.query<{ all: number; text: number; index: number }>(`
        select (pg_total_relation_size('document') + pg_total_relation_size('document_text'))::float8 as all,
          (select sum(pg_column_size(title) + coalesce(pg_column_size(body), 0) + coalesce(pg_column_size(url), 0)) * 100 from document_text tablesample system (1))::float8 as text,
          pg_indexes_size('document')::float8 as index`)
      const { all = 0, text = 0, index = 0 } = rows[0] ?? {}
      return [
        {
          what: 'disk a document beside the text',
          value: (all - text) / documents,
          unit: 'bytes',
          bar: null,
          note: `indexes ${Math.round(index / documents)}; the text was estimated from one page in a hundred`,
        },
      ]
    },
  }
}
