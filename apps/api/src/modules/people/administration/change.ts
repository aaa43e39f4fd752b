import type { Kysely } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { RequestContext } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { AuditedChange } from '../audit/audit.repository.ts'
import type { WriteAudit } from '../audit/audit.module.ts'
import type { Images } from '../images/images.module.ts'
import type { AccessReader } from '../module-access.ts'
import { type AdministrationStore, createAdministered } from './administration-store.ts'
import type { ProviderAccounts } from '../delete-me.ts'

export interface AdministrationDependencies {
  database: Database
  clock: Clock
  createId: CreateId
  access: AccessReader
  images: Images
  writeAudit: WriteAudit
  providerAccounts: ProviderAccounts
}

export interface ChangeScope {
  administered: AdministrationStore
  /** For writes of other modules that are part of the change. */
  transaction: Kysely<object>
  /** Adds the change to the audit trail, unless it changed nothing. */
  note(entry: AuditedChange): Promise<void>
}

/** Runs a change and writes its audit entries in one transaction. */
export function changeWithAudit<Result>(
  run: (scope: ChangeScope) => Promise<Result>,
  { actor, requestId }: RequestContext,
  { database, writeAudit }: AdministrationDependencies,
): Promise<Result> {
  return database.kysely.transaction().execute(async (transaction) => {
    const administered = createAdministered(transaction)
    return run({
      administered,
      transaction,
      async note(entry) {
        const changes = entry.changes.filter(({ before, after }) => before !== after)
        if (changes.length === 0) return
        const administrator = await administered.people.find(actor.userId)
        const userName = administrator?.name ?? administrator?.email ?? null
        await writeAudit(transaction, { ...entry, changes, userId: actor.userId, userName, requestId })
      },
    })
  })
}
