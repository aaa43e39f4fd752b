import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ch, type ClickhouseEngine, type Database, type DocumentsModule, integer } from '@auspex/api'
import { openLibrary } from '../../checks/harness/library.ts'
import type { Figure } from '../figures.ts'

/** Access to an engine's tables that the product does not offer. */
interface Tables {
  count(): Promise<number>
  /** Repeats the first documents with new ids and later dates, entirely inside the engine, until there are enough. */
  grow(range: { first: number; from: number; to: number }): Promise<Figure>
  measureDisk(documents: number): Promise<Figure[]>
}

interface ScaleLibrary extends Tables {
  documents: DocumentsModule
  measureMemory(): Promise<Figure>
  close(): Promise<void>
}

/** A library with documents in the named engine; with ClickHouse, the rest is in the embedded database unless `DATABASE_URL` names another. */
export async function openScaleLibrary(engine: 'chdb' | 'postgresql', folder: string): Promise<ScaleLibrary> {
  const databaseUrl = process.env['DATABASE_URL']
  if (engine === 'postgresql' && databaseUrl === undefined)
    throw new TypeError('DATABASE_URL names the PostgreSQL that is measured; its database is filled')
  const library = await openLibrary({
    databaseUrl: engine === 'postgresql' ? databaseUrl : undefined,
    dataDir: join(folder, 'database'),
    documentsIn: engine === 'chdb' ? `chdb:${join(folder, 'documents')}` : undefined,
    log: 'warn',
  })
  const { database, documents } = library
  const { clickhouse } = database
  return {
    documents,
    ...(clickhouse === null ? postgresTables(database) : clickhouseTables(clickhouse, database)),
    measureMemory,
    close: library.close,
  }
}

/** Peak memory of the engine's largest process: a child of this one, or a server's. */
async function measureMemory(): Promise<Figure> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const sizes = await Promise.all(
    processes.map(async (id) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
      const isEngine = /^PPid:\s+(\d+)/m.exec(status)?.[1] === String(process.pid) || /^Name:\s+postgres/.test(status)
      return isEngine ? Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024 ** 2 : 0
    }),
  )
  return {
    what: "peak memory of the engine's largest process",
    value: Math.max(...sizes),
    unit: 'GB',
    bar: { atMost: 2.5 },
    note: 'VmHWM',
  }
}

/** Copies per statement, so that none takes long. */
const documentsAtOnce = 250_000

/** A batch number that no import uses. */
const copies = 0

function clickhouseTables(engine: ClickhouseEngine, { pool }: Database): Tables {
  return {
    async count() {
      const [row] = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document`)
      return Number(row?.n ?? 0)
    },
    async grow({ first, from, to }) {
      const start = performance.now()
      // otherwise they would count as leftovers of a stopped import
      await pool.query('insert into document_batch (number) values ($1) on conflict do nothing', [copies])
      for (let have = from, copy = 1 + Math.floor(from / first); have < to; copy += 1) {
        const copyCount = Math.min(first, to - have, documentsAtOnce)
        await engine.ask(ch`
          insert into document select * replace (
            toInt64(bitAnd(cityHash64(id, ${integer(copy)}), 9223372036854775807)) as id, id as cluster,
            ms + ${integer(copy % 400)} * 3600000 as ms, ${integer(copies)} as batch)
          from (select * from document where batch > ${integer(copies)} limit ${integer(copyCount)})
          settings max_partitions_per_insert_block = 0, max_execution_time = 0`)
        have += copyCount
      }
      await engine.ask(ch`optimize table document settings max_execution_time = 0`)
      return {
        what: 'copying inside the engine, one merge',
        value: (to - from) / ((performance.now() - start) / 1_000),
        unit: 'documents/s',
        note: 'no import: only how the table was made as large',
      }
    },
    measureDisk: (documents) => measureDisk(engine, documents),
  }
}

/** Disk space that a document takes in addition to its title, body and address. */
async function measureDisk(engine: ClickhouseEngine, documents: number): Promise<Figure[]> {
  const [whole] = await engine.ask<{ bytes: string; index: string; parts: string }>(ch`
    select toString(sum(bytes_on_disk)) as bytes, toString(sum(secondary_indices_compressed_bytes)) as index, toString(count()) as parts
    from system.parts where table = 'document' and active`)
  const columns = await engine.ask<{ column: string; bytes: string }>(ch`
    select column, toString(sum(column_data_compressed_bytes)) as bytes
    from system.parts_columns where table = 'document' and active group by column order by sum(column_data_compressed_bytes) desc`)
  const of = (names: readonly string[]) =>
    columns.filter(({ column }) => names.includes(column)).reduce((sum, { bytes }) => sum + Number(bytes), 0)
  const bytes = Number(whole?.bytes ?? 0)
  const note = columns.slice(0, 4).map(({ column, bytes: size }) => `${column} ${Math.round(Number(size) / documents)}`)
  return [
    {
      what: 'disk a document beside the text',
      value: (bytes - of(['title', 'body', 'url'])) / documents,
      unit: 'bytes',
      bar: { atMost: 350 },
      note: `${whole?.parts} parts; index ${Math.round(Number(whole?.index) / documents)}, ${note.join(', ')}`,
    },
  ]
}

/** Copies per statement. */
const rowsAtOnce = 50_000

function postgresTables({ pool, maintain }: Database): Tables {
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
        for (let at = 0; at < first && have < to; at += rowsAtOnce) {
          const copyCount = Math.min(rowsAtOnce, first - at, to - have)
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
          note: `indexes ${Math.round(index / documents)}; the text was estimated from one page in a hundred`,
        },
      ]
    },
  }
}
