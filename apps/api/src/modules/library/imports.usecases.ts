import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { ImportStateError } from './library.errors.ts'
import { endImport, ensureImport, type FileToImport, findImport, type ImportFile } from './imports.repository.ts'

/**
 * Starts an import, or finds the one that the same organization started with the same bytes: a file is identified by its bytes, and continues after
 * `resumeLine` (0 when nothing is stored). Imports of other organizations are not revealed.
 */
export function startImport(
  { organizationId = null, ...file }: FileToImport & { organizationId?: string | null },
  { database, clock, createId }: { database: Database; clock: Clock; createId: CreateId },
): Promise<ImportFile> {
  return ensureImport(database, { ...file, organizationId, id: createId('imp'), at: clock.now() })
}

/**
 * Ends an import, as finished or as failed with a reason, then maintains the index and planner statistics. Throws `ImportStateError` for an unknown
 * import.
 */
export async function finishImport(
  importId: string,
  { database, clock }: { database: Database; clock: Clock },
  failure: string | null = null,
): Promise<ImportFile> {
  await endImport(database, importId, { failure, at: clock.now() })
  const file = await findImport(database, importId)
  if (file === null) throw new ImportStateError('imports.not_found', `There is no import ${importId}.`)
  if (file.stored > 0)
    await database.maintain(['document', 'document_text', 'outlet', 'author', 'source_day', 'outlet_week'])
  return file
}
