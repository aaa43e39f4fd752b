import { sql } from 'kysely'
import { formerIds, isFormer, toDocumentId } from './document-id.ts'
import type { Library } from './document-store.port.ts'
import type { PreparedDocument } from './prepare-document.ts'

/**
 * Gives documents that an earlier version stored the id that they have in the library, so that a file that was imported then adds nothing now
 * (decision 0218). A library that began later is not asked.
 */
export async function recognizeFormer(
  prepared: readonly PreparedDocument[],
  { database, store }: Library,
): Promise<PreparedDocument[]> {
  const { rows } = await sql<{ has_former_import_ids: boolean }>`select has_former_import_ids from library`.execute(
    database.kysely,
  )
  if (rows[0]?.has_former_import_ids !== true) return [...prepared]
  const candidates = prepared.map((document) => formerIds(document))
  const stored = await store.documents(candidates.flat().map(toDocumentId))
  const byId = new Map(stored.map((document) => [document.documentId, document]))
  return prepared.map((document, index) => {
    const id = candidates[index]?.find((candidate, place) => {
      const known = byId.get(toDocumentId(candidate))
      return known !== undefined && isFormer(document, known, place === 0)
    })
    return id === undefined ? document : { ...document, id, bucket: Number(BigInt(id) & 127n) }
  })
}
