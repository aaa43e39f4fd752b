import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { ImportStateError } from './documents.errors.ts'
import { endImport, ensureImport, findImport, type ImportFile } from './imports.repository.ts'

/**
 * Begins an import, or finds the same bytes begun earlier by the same organization: a file is known by its bytes, and
 * continues after `resumeLine` (0 when nothing is stored). What others imported is not told.
 */
export function startImport(
  {
    organizationId = null,
    ...file
  }: Pick<ImportFile, 'name' | 'sha256' | 'bytes'> & { organizationId?: string | null },
  { database, clock, createId }: { database: Database; clock: Clock; createId: CreateId },
): Promise<ImportFile> {
  return ensureImport(database, { ...file, organizationId, importId: createId('imp'), at: clock.now() })
}

/**
 * Ends an import, as read to its end or as failed for a reason, and settles the index and the planner after it. Throws `ImportStateError` for
 * an unknown one.
 */
export async function finishImport(
  importId: string,
  { database, clock }: { database: Database; clock: Clock },
  failure: string | null = null,
): Promise<ImportFile> {
  await endImport(database, importId, { failure, at: clock.now() })
  const file = await findImport(database, importId)
  if (file === null) throw new ImportStateError('imports.not_found', `There is no import ${importId}.`)
  if (file.stored > 0) await database.maintain(['document', 'document_text', 'outlet', 'author', 'source_day'])
  return file
}
