import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'

export interface StoredWordVectors {
  /** A code such as `en`. */
  language: string
  trainedAt: Date
  /** Documents in the library when they were learned. */
  libraryDocuments: number
  /** The form of the bytes: `wordVectorsVersion`. */
  version: number
  /** Null where no language has enough documents. */
  vectors: Uint8Array | null
}

/** All languages with vectors, and the bytes of those. */
export async function listWordVectors({
  kysely,
}: Database): Promise<(Omit<StoredWordVectors, 'vectors'> & { bytes: number })[]> {
  const { rows } = await sql<{
    language: string
    trained_at: Date
    library_documents: number
    version: number
    bytes: number
  }>`
    select language, trained_at, library_documents, version, coalesce(octet_length(vectors), 0) as bytes from word_vectors order by language`.execute(
    kysely,
  )
  return rows.map((row) => ({
    language: row.language,
    trainedAt: row.trained_at,
    libraryDocuments: row.library_documents,
    version: row.version,
    bytes: row.bytes,
  }))
}

/** When the words of the library were last learned; null before. */
export async function findLastTraining({ kysely }: Database): Promise<Date | null> {
  const { rows } = await sql<{
    trained_at: Date | null
  }>`select max(trained_at) as trained_at from word_vectors`.execute(kysely)
  return rows[0]?.trained_at ?? null
}

/** When the vectors of a language were learned; null when it has none. */
export async function findTrainedAt({ kysely }: Database, language: string): Promise<Date | null> {
  const { rows } = await sql<{ trained_at: Date }>`
    select trained_at from word_vectors where language = ${language}`.execute(kysely)
  return rows[0]?.trained_at ?? null
}

export async function findWordVectors({ kysely }: Database, language: string): Promise<Uint8Array | null> {
  const { rows } = await sql<{ vectors: Buffer | null }>`
    select vectors from word_vectors where language = ${language}`.execute(kysely)
  return rows[0]?.vectors ?? null
}

/** Replaces the vectors of all languages. */
export async function replaceWordVectors({ kysely }: Database, learned: readonly StoredWordVectors[]): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await sql`delete from word_vectors`.execute(trx)
    for (const { language, trainedAt, libraryDocuments, version, vectors } of learned)
      await sql`
        insert into word_vectors (language, trained_at, library_documents, version, vectors)
        values (${language}, ${trainedAt}, ${libraryDocuments}, ${version}, ${vectors === null ? null : Buffer.from(vectors)})`.execute(
        trx,
      )
  })
}
