import { wordsVersion } from '@auspex/analytics'
import { sql } from 'kysely'
import type { Library, DocumentText } from '../document-store.port.ts'
import type { Reader } from './reader.ts'
import type { WorkFaults } from './work-faults.ts'

const work = 'words of a document'

/**
 * Tokenizes the next stored documents again if an earlier version of the tokenizer read them, and returns whether there was work. A restart loses at
 * most one step. Report numbers change meanwhile, so stored ones do not outlive the last step. A document that fails repeatedly is set aside and
 * keeps its words.
 */
export async function rereadWords(library: Library, reader: Reader, faults: WorkFaults): Promise<boolean> {
  const { database, store } = library
  const { kysely } = database
  const { rows } = await sql<{ version: number; last: string | null }>`
    select version, last_document as last from words_reading`.execute(kysely)
  const state = rows[0]
  if (state === undefined || state.version >= wordsVersion) return false
  const documents = await store.readTexts(state.last, store.documentsPerStep)
  const last = documents.at(-1)
  if (last === undefined) {
    await finish(library)
    return true
  }
  await readAgain(documents, { ...library, reader, faults })
  await sql`
    update words_reading set last_document = ${last.id}::bigint, documents = documents + ${documents.length}::int`.execute(
    kysely,
  )
  return true
}

/** Splits the batch in half after a failure, so that a failing document is isolated in few steps without losing others. */
async function readAgain(
  documents: readonly DocumentText[],
  using: Library & { reader: Reader; faults: WorkFaults },
): Promise<void> {
  const { store, reader, faults } = using
  try {
    await store.setWords(
      await reader.ask({ kind: 'readWords', input: { documents: [...documents], form: store.indexForm } }),
    )
  } catch (error) {
    const [first, ...others] = documents
    if (first === undefined) return
    if (others.length === 0) {
      if (!(await faults.note(work, first.id, error))) await readAgain(documents, using)
      return
    }
    await faults.ensureItIsNotTheDatabase(error)
    const middle = Math.ceil(documents.length / 2)
    await readAgain(documents.slice(0, middle), using)
    await readAgain(documents.slice(middle), using)
  }
}

/** Counts terms again, since some are no longer words, and invalidates every stored report. */
async function finish({ database }: Library): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await sql`update words_reading set version = ${wordsVersion}, last_document = null, documents = 0`.execute(trx)
    await sql`delete from term_background`.execute(trx)
    await sql`update term_background_state set sampled_documents = 0, library_documents = 0`.execute(trx)
    await sql`update library set revision = revision + 1`.execute(trx)
  })
}
