import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { addDays } from '@auspex/contract/days'
import { kindCodes } from '../document-codes.ts'
import type {
  DocumentReading,
  SampleRow,
  UnextractedRow,
  WindowRow,
  DocumentText,
  Pause,
  TermCounts,
} from '../document-store.port.ts'
import { sourceCodes } from '../source-codes.ts'

/** Documents per statement: about 30 ms of the embedded engine. */
const documentsPerRead = 800
const [sampleBuckets, allBuckets] = [16, 128]

/** The word indexes of all documents and of the samples. */
const wordIndexes = [
  'document_tsv',
  'document_tsv_sample',
  'document_tsv_sample_16',
  'document_tsv_sample_32',
  'document_tsv_sample_64',
  'document_tsv_sample_128',
] as const

/** The reads and updates of background work, in PostgreSQL. */
export function createPostgresReading(database: Database): DocumentReading {
  const { kysely, analysis } = database
  return {
    /** About a quarter of a second of reading and 10 ms of the database. */
    documentsPerStep: 200,
    async readFortnight(week, { demo, limit }) {
      const from = `${addDays(week, -7)}T00:00:00Z`
      const to = `${addDays(week, 7)}T00:00:00Z`
      const { rows } = await sql<WindowRow>`
        select d.id, d.cluster_id, d.day, o.name as outlet, t.url, t.title, left(t.body, 400) as lead,
          (extract(epoch from d.collected_at) * 1000)::float8 as "collectedMs"
        from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id
        where d.ts >= ${from}::timestamptz and d.ts < ${to}::timestamptz and (d.source_id = ${sourceCodes.demo}) = ${demo}::boolean
          and d.kind not in (${kindCodes.comment}, ${kindCodes.answer})
        order by d.ts desc limit ${limit}`.execute(kysely)
      return rows
    },
    async setClusters(changes) {
      for (let position = 0; position < changes.length; position += 500) {
        const part = changes.slice(position, position + 500)
        await sql`
          update document d set cluster_id = c.cluster
          from unnest(${part.map((one) => one.id)}::bigint[], ${part.map((one) => one.cluster)}::bigint[]) as c (id, cluster)
          where d.id = c.id`.execute(kysely)
      }
    },
    /** In bucket order, so that each pass changes one row in eight per page: such updates stay on the page and touch no index. */
    async readWithoutEntities(limit) {
      const { rows } = await sql<UnextractedRow>`
        select p.document_id as id, d.source_id = ${sourceCodes.demo} as demo, d.lang, t.title, left(t.body, 4000) as body
        from (select * from entity_pending order by bucket, document_id limit ${limit}) p
        join document d on d.id = p.document_id join document_text t on t.id = p.document_id`.execute(kysely)
      return rows
    },
    async setEntities(namedDocuments) {
      await sql`
        update document d set entities = f.entities::int[]
        from unnest(${namedDocuments.map(({ id }) => id)}::bigint[],
                    ${namedDocuments.map(({ entities }) => `{${entities.join(',')}}`)}::text[]) as f (id, entities)
        where d.id = f.id`.execute(kysely)
    },
    async listDatedOutside({ fromMs, beforeMs }, limit) {
      const { rows } = await sql<{ id: string }>`
        select id from document where ts < ${new Date(fromMs)}::timestamptz or ts >= ${new Date(beforeMs)}::timestamptz
        limit ${limit}`.execute(kysely)
      return rows.map(({ id }) => id)
    },
    async readTexts(last, limit) {
      const { rows } = await sql<DocumentText>`
        select id, title, body from document_text where id > ${last ?? '-1'}::bigint order by id limit ${limit}`.execute(
        kysely,
      )
      return rows
    },
    async readSample(last, limit) {
      const { rows } = await sql<SampleRow>`
        select d.id, d.lang, t.title, left(t.body, 400) as lead
        from document d join document_text t on t.id = d.id
        where d.id > ${last ?? '-1'}::bigint and d.source_id <> ${sourceCodes.demo} order by d.id limit ${limit}`.execute(
        analysis,
      )
      return rows
    },
    async setWords(read) {
      await sql`
        update document d set tsv = w.words::tsvector
        from unnest(${read.map(({ id }) => id)}::bigint[], ${read.map(({ indexText }) => indexText)}::text[]) as w (id, words)
        where d.id = w.id and d.tsv is distinct from w.words::tsvector`.execute(kysely)
    },
    countTerms: (which) => countTerms(database, which),
    /**
     * Flushes the index's pending list, which makes inserts three times as fast but is scanned in full by every search
     * (docs/decisions/embedded-database.md).
     */
    async compactInserts() {
      for (const index of wordIndexes) {
        await sql`select gin_clean_pending_list(${index}::regclass)`.execute(kysely)
      }
    },
  }
}

async function countTerms(
  database: Database,
  { demo, isWhole, pause }: { demo: boolean; isWhole: boolean; pause: Pause },
): Promise<TermCounts> {
  const buckets = isWhole ? allBuckets : sampleBuckets
  const terms = new Map<string, number>()
  let sampledDocuments = 0
  const world = demo ? `source_id = ${sourceCodes.demo}` : `source_id <> ${sourceCodes.demo}`
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    let last: string | null = '-1'
    while (last !== null) {
      await pause()
      // ts_stat takes its query as text; it contains only our own numbers
      const chunk = `select id, tsv from document where bucket = ${bucket} and id > ${last} and ${world} order by id limit ${documentsPerRead}`
      const read: { rows: { last: string | null; documents: number; terms: [string, number][] | null }[] } = await sql<{
        last: string | null
        documents: number
        terms: [string, number][] | null
      }>`
        with chunk as materialized (${sql.raw(chunk)})
        select (select max(id) from chunk) as last, (select count(*)::int from chunk) as documents,
               (select json_agg(json_build_array(term, n)) from (
                  select term, count(*)::int as n from (select unnest(tsvector_to_array(tsv)) as term from chunk) as words group by term
                ) as counts) as terms`.execute(database.kysely)
      const row = read.rows[0]
      for (const [term, n] of row?.terms ?? []) terms.set(term, (terms.get(term) ?? 0) + n)
      sampledDocuments += row?.documents ?? 0
      last = row !== undefined && row.documents === documentsPerRead ? row.last : null
    }
  }
  return { terms, sampledDocuments }
}
