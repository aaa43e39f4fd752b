import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { sourceCodes } from '../source-codes.ts'

/** Documents read by one statement: about 30 ms of the embedded engine. */
const documentsPerRead = 800
const termsPerWrite = 1_000
const [sampleBuckets, allBuckets] = [16, 128]
/** Up to so many documents all are read: an eighth of few would miss most words. */
const smallLibrary = 10_000
/** Counted again when the library grew by this much since. */
const growth = 1.1

/** What lets other work go first between two statements. */
export type Pause = () => Promise<void>

/**
 * Counts in how many documents of the 1/8 sample (all of a small library) each term stands, when the library has grown by a tenth since the last
 * time; returns whether it did. Readers see the old counts until the new ones are complete.
 */
export async function refreshTermBackground(database: Database, pause: Pause): Promise<boolean> {
  let refreshed = false
  for (const demo of [false, true]) {
    const { rows } = await sql<{ now: number; then: number }>`
      select (select coalesce(sum(documents), 0) from source_day where (source_id = ${sourceCodes.demo}) = ${demo}::boolean)::int as now,
             (select library_documents from term_background_state where demo = ${demo}::boolean) as then`.execute(
      database.kysely,
    )
    const { now = 0, then = 0 } = rows[0] ?? {}
    if (now === 0 || now < then * growth) continue
    const isSmall = now <= smallLibrary
    const counted = await countTerms({ database, demo, pause, buckets: isSmall ? allBuckets : sampleBuckets })
    const isResampled = then > 0 && then <= smallLibrary !== isSmall
    await writeTerms({ database, demo, pause, libraryDocuments: now, isResampled, ...counted })
    refreshed = true
  }
  return refreshed
}

async function countTerms(work: { database: Database; demo: boolean; pause: Pause; buckets: number }) {
  const { database, demo, pause, buckets } = work
  const terms = new Map<string, number>()
  let sampledDocuments = 0
  const world = demo ? `source_id = ${sourceCodes.demo}` : `source_id <> ${sourceCodes.demo}`
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    let last: string | null = '-1'
    while (last !== null) {
      await pause()
      // ts_stat takes its query as text; everything in it is a number of ours
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

/**
 * In small statements and not in one transaction, which would hold every search for seconds. For about a second the
 * table holds old and new counts; a kill in between leaves the state as it was, so that all is counted again.
 */
async function writeTerms(work: {
  database: Database
  demo: boolean
  pause: Pause
  terms: ReadonlyMap<string, number>
  sampledDocuments: number
  libraryDocuments: number
  /** The last counts were made on another part of the library, so those that are not made again mean nothing now. */
  isResampled: boolean
}): Promise<void> {
  const { database, demo, pause, terms, sampledDocuments, libraryDocuments, isResampled } = work
  // A term of one document says nothing about chance, and most terms are such. Sorted, for the index
  const kept = [...terms].filter(([, documents]) => documents > 1).toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (let at = 0; at < kept.length; at += termsPerWrite) {
    await pause()
    const part = kept.slice(at, at + termsPerWrite)
    await sql`
      insert into term_background (term, demo, documents)
      select term, ${demo}::boolean, documents
      from unnest(${part.map(([term]) => term)}::text[], ${part.map(([, n]) => n)}::int[]) as w (term, documents)
      on conflict (term, demo) do update set documents = excluded.documents
      where term_background.documents <> excluded.documents`.execute(database.kysely)
  }
  if (isResampled)
    await sql`
      delete from term_background where demo = ${demo}::boolean and term <> all(${kept.map(([term]) => term)}::text[])`.execute(
      database.kysely,
    )
  await sql`
    update term_background_state set sampled_documents = ${sampledDocuments}, library_documents = ${libraryDocuments}
    where demo = ${demo}::boolean`.execute(database.kysely)
}
