/**
 * Usage: npm run bench:scale [-- --engine chdb|postgresql] [--documents N] [--imported N] [--keep FOLDER]. Imports generated documents, repeats
 * them with new ids and shifted dates up to the requested number, and prints how long storing and complete reports took. Documents are in ClickHouse
 * (npm `chdb`, AUSPEX_CHDB names its folder) or in a PostgreSQL on this machine. `--keep` leaves the library there, or measures the one already
 * there. Nothing else should run on the machine.
 */
import { readdir, readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseQuery } from '@auspex/analytics'
import { ch, type ClickhouseEngine, type Database, type DocumentsModule, integer, toMatching } from '@auspex/api'
import { openLibrary } from '../../checks/harness/library.ts'
import { makeTemporaryFolder } from '../../checks/harness/process.ts'
import { type Figure, printFigures, quantile } from '../figures.ts'
import { generateDocument, plantedTerms, toPlan } from './corpus.ts'

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
async function openScaleLibrary(engine: 'chdb' | 'postgresql', folder: string): Promise<ScaleLibrary> {
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

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'chdb' },
    documents: { type: 'string', default: '1000000' },
    imported: { type: 'string', default: '100000' },
    keep: { type: 'string' },
  },
})
const [documents, imported] = [Number(values.documents), Number(values.imported)]
if (!(imported > 0 && documents >= imported)) throw new TypeError('--documents must be at least --imported, above 0')
if (values.engine !== 'chdb' && values.engine !== 'postgresql') throw new TypeError('--engine is chdb or postgresql')

const runs = 20
const warmRuns = 5

const questions = [
  { what: 'a 1 % term', query: plantedTerms.rare, atMost: 150 },
  { what: 'a 5 % term', query: plantedTerms.common, atMost: 250 },
  { what: 'a common phrase', query: '"of the"', atMost: 400 },
  { what: 'a beginning', query: 'velm*', atMost: 300 },
  { what: 'a beginning of many words', query: 'ster*', atMost: 300 },
] as const

/** The same batch size as `npm run import` with documents in ClickHouse, which also prepares the next batch while one is stored. */
const batchLines = 10_000

const library = await openScaleLibrary(values.engine, values.keep ?? makeTemporaryFolder('scale'))
const { documents: module } = library
try {
  const figures: Figure[] = []
  const storedCount = await library.count()
  if (storedCount === 0) figures.push(await importGenerated('import until searchable', 0))
  if (storedCount < documents) {
    figures.push(await library.grow({ first: imported, from: Math.max(storedCount, imported), to: documents }))
    // word frequencies of the entire library, with which reports compare their own
    await module.enrich.countTerms()
  }
  figures.push(...(await library.measureDisk(documents)))
  figures.push(...(await measureReports(values.engine === 'postgresql' ? 800 : undefined)))
  figures.push(...(await measureParallel()))
  figures.push(await importGenerated('the same into the whole library', storedCount + documents))
  figures.push(await library.measureMemory())
  console.log(
    `${values.engine}, ${documents.toLocaleString('en')} documents, ${cpus().length} cores, ${new Date().toISOString()}\n`,
  )
  printFigures(figures)
} finally {
  await library.close()
}

/**
 * Imports generated documents, starting at a number, as if from a file; they are generated before the timing starts, because a real import does not
 * generate its documents.
 */
async function importGenerated(what: string, from: number): Promise<Figure> {
  const { imports } = module
  const count = imported
  const plan = toPlan(count, count)
  const generatedDocuments = Array.from({ length: count }, (_, at) => generateDocument(from + at, plan))
  const start = performance.now()
  const { id: importId } = await imports.startImport({ name: 'generated.jsonl', sha256: `${from}`, bytes: count })
  let storing: Promise<unknown> = Promise.resolve()
  for (let at = 0; at < generatedDocuments.length; at += batchLines) {
    const batch = generatedDocuments.slice(at, at + batchLines)
    const previousBatch = storing
    storing = imports.storeImportBatch({
      importId,
      firstLine: at + 1,
      lastLine: at + batch.length,
      documents: batch,
      rejected: [],
    })
    await previousBatch
  }
  await storing
  const seconds = (performance.now() - start) / 1_000
  return {
    what,
    value: count / seconds,
    unit: 'documents/s',
    bar: { atLeast: 15_000 },
    note: `${count.toLocaleString('en')} documents in batches of ${batchLines.toLocaleString('en')}, read, counted and stored with fsync`,
  }
}

/** Reads all sections of a report: counts, days, places, voices with their names, distinctive words and names. */
async function readReport(text: string): Promise<{ sampleFraction: number; documents: number }> {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.message)
  const { counted, voicesAndContexts } = await module.reportFacts({ world: 'real', ...toMatching(parsed.query) })
  await voicesAndContexts
  return counted
}

/** `bar` is one time limit in milliseconds for all reports; without it, each query has its own. */
async function measureReports(bar?: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { what, query, atMost } of questions) {
    const times: number[] = []
    let last = await readReport(query)
    // a server that has answered before, as most have: its code is compiled and its disk pages are cached
    for (let run = 1; run < warmRuns; run += 1) last = await readReport(query)
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now()
      last = await readReport(query)
      times.push(performance.now() - start)
    }
    figures.push({
      what: `report of ${what}, p95`,
      value: quantile(times, 0.95),
      unit: 'ms',
      bar: { atMost: bar ?? atMost },
      note: `\`${query}\`: ${last.documents.toLocaleString('en')} documents${last.sampleFraction < 1 ? `, one in ${1 / last.sampleFraction} read` : ''}; median ${Math.round(quantile(times, 0.5))} ms`,
    })
  }
  return figures
}

/** Runs ten at once, and measures how long this process's event loop was blocked. */
async function measureParallel(): Promise<Figure[]> {
  let last = performance.now()
  let maxBlockedMs = 0
  const timer = setInterval(() => {
    const now = performance.now()
    maxBlockedMs = Math.max(maxBlockedMs, now - last - 5)
    last = now
  }, 5)
  const times = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const start = performance.now()
      await readReport(plantedTerms.common)
      return performance.now() - start
    }),
  )
  clearInterval(timer)
  return [
    {
      what: 'ten at once of a 5 % term, slowest',
      value: Math.max(...times),
      unit: 'ms',
      bar: { atMost: 2_000 },
      note: '',
    },
    { what: 'event loop blocked meanwhile', value: maxBlockedMs, unit: 'ms', bar: { atMost: 50 }, note: '' },
  ]
}
