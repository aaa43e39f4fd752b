import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Library, Pause } from '../document-store.port.ts'
import { sourceCodes } from '../source-codes.ts'

const termsPerWrite = 1_000
/** Up to this many documents all are read: an eighth of a small library would miss most words. */
const smallLibrary = 10_000
/** Terms are counted again once the library has grown by this factor. */
const growth = 1.1

/**
 * Counts in how many documents of the 1/8 sample (all of a small library) each term occurs, if the library has grown by a tenth since the last count;
 * returns whether it counted. Readers see the old counts until the new ones are complete.
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
 * Writes in small statements, because one transaction would block every search for seconds. For about a second the table mixes old and new counts;
 * after a crash the state is unchanged, so that everything is counted again.
 */
async function writeTerms(work: {
  database: Database
  demo: boolean
  pause: Pause
  terms: ReadonlyMap<string, number>
  sampledDocuments: number
  libraryDocuments: number
  /** The last counts came from a different part of the library, so counts that are not replaced are meaningless. */
  isResampled: boolean
}): Promise<void> {
  const { database, demo, pause, terms, sampledDocuments, libraryDocuments, isResampled } = work
  // A term of one document carries no statistical information, and most terms are such. Sorted for the index
  const frequentTerms = [...terms].filter(([, documents]) => documents > 1).toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (let at = 0; at < frequentTerms.length; at += termsPerWrite) {
    await pause()
    const part = frequentTerms.slice(at, at + termsPerWrite)
    await sql`
      insert into term_background (term, demo, documents)
      select term, ${demo}::boolean, documents
      from unnest(${part.map(([term]) => term)}::text[], ${part.map(([, n]) => n)}::int[]) as w (term, documents)
      on conflict (term, demo) do update set documents = excluded.documents
      where term_background.documents <> excluded.documents`.execute(database.kysely)
  }
  if (isResampled)
    await sql`
      delete from term_background where demo = ${demo}::boolean and term <> all(${frequentTerms.map(([term]) => term)}::text[])`.execute(
      database.kysely,
    )
  await sql`
    update term_background_state set sampled_documents = ${sampledDocuments}, library_documents = ${libraryDocuments}
    where demo = ${demo}::boolean`.execute(database.kysely)
}
