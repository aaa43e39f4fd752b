import type { Database } from '@auspex/api'
import { toWords } from '../search-counts/naive-matcher.ts'

/** A stored document as plain columns, with its words. Claims are recounted over these. */
export interface StoredRow {
  id: string
  /** The id as a number; reports read the words of the lowest ones. */
  number: bigint
  story: string
  day: string
  /** When it was published, in milliseconds since 1970. */
  time: number
  kind: string
  outlet: string
  isChatter: boolean
  /** 0 unknown, 1 negative, 2 neutral, 3 positive. */
  toneLabel: number
  tone: number | null
  country: string | null
  isSampled: boolean
  names: readonly string[]
  title: string
  body: string | null
  words: { title: readonly string[]; body: readonly string[] }
  all: ReadonlySet<string>
}

interface Columns {
  id: string
  story: string
  day: string
  outlet: string
  ms: number
  kind: number
  tone_label: number
  tone: number | null
  country: string | null
  bucket: number
  names: string[]
  title: string
  body: string | null
}

/** The kinds by their stored number. */
const kinds = ['unknown', 'article', 'post', 'comment', 'question', 'answer']
const chatterKinds = new Set([2, 3, 4, 5])
const sampleBuckets = 16

/** Every document of a library. */
export async function readStoredRows(pool: Database['pool']): Promise<StoredRow[]> {
  const { rows } = await pool.query<Columns>(`
    select d.id::text as id, d.cluster_id::text as story, to_char(d.ts at time zone 'UTC', 'YYYY-MM-DD') as day,
      extract(epoch from d.ts)::float8 * 1000 as ms, o.name as outlet,
      d.kind, d.tone_label, d.tone, d.country, d.bucket,
      array(select e.name from entity e where e.id = any(d.entities)) as names, t.title, t.body
    from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id`)
  return rows.map(({ id, kind, ms, tone_label: toneLabel, bucket, ...row }) => {
    const words = { title: toWords(row.title), body: toWords(row.body) }
    return {
      ...row,
      id: `doc_${BigInt(id).toString(36)}`,
      number: BigInt(id),
      time: ms,
      kind: kinds[kind] ?? 'unknown',
      story: `doc_${BigInt(row.story).toString(36)}`,
      isChatter: chatterKinds.has(kind),
      toneLabel,
      isSampled: bucket < sampleBuckets,
      words,
      all: new Set([...words.title, ...words.body]),
    }
  })
}
