import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Library } from '../document-store.port.ts'
import { sourceCodes } from '../source-codes.ts'

const termsPerWrite = 1_000
/** Up to so many documents all are read: an eighth of few would miss most words. */
const smallLibrary = 10_000
/** Counted again when the library grew by this much since. */
const growth = 1.1

/** What lets other work go first between two statements. */
export type Pause = () => Promise<void>

export interface TermCounts {
  /** In how many of the documents each stands. */
  terms: Map<string, number>
  sampledDocuments: number
}

/**
 * Counts in how many documents of the 1/8 sample (all of a small library) each term stands, when the library has grown by a tenth since the last
 * time; returns whether it did. Readers see the old counts until the new ones are complete.
 */
export async function refreshTermBackground({ database, store }: Library, pause: Pause): Promise<boolean> {
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
    const counted = await store.countTerms({ demo, pause, isWhole: isSmall })
    const isResampled = then > 0 && then <= smallLibrary !== isSmall
    await writeTerms({ database, demo, pause, libraryDocuments: now, isResampled, ...counted })
    refreshed = true
  }
  return refreshed
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
