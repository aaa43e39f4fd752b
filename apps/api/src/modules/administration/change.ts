import type { Kysely } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { RequestContext } from '../../http/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { AuditRecord, FieldChange, WriteAudit } from '../audit/index.ts'
import type { Images } from '../images/index.ts'
import type { AccessReader, AdministrationStore, CreateAdministered, ProviderAccounts } from '../users/index.ts'

export interface AdministrationDependencies {
  database: Database
  clock: Clock
  createId: CreateId
  createAdministered: CreateAdministered
  access: Pick<AccessReader, 'forget'>
  images: Pick<Images, 'prepare' | 'store' | 'remove' | 'addressOf'>
  writeAudit: WriteAudit
  providerAccounts: ProviderAccounts
}

/** What an administrator did, without who, when and by which request. */
export type AuditNote = Pick<AuditRecord, 'operation' | 'targetKind' | 'targetId' | 'targetName' | 'organizationId'> & {
  changes: FieldChange[]
}

export interface ChangeScope {
  administered: AdministrationStore
  /** For other modules' writes that belong to the change. */
  transaction: Kysely<object>
  /** Puts the change into the audit trail; one that changed nothing is not put there. */
  note(entry: AuditNote): Promise<void>
}

/** Runs a change and its entries of the audit trail in one transaction. */
export function createChange({
  database,
  createAdministered,
  writeAudit,
}: Pick<AdministrationDependencies, 'database' | 'createAdministered' | 'writeAudit'>) {
  return <Result>(
    { actor, requestId }: Pick<RequestContext, 'actor' | 'requestId'>,
    run: (scope: ChangeScope) => Promise<Result>,
  ): Promise<Result> =>
    database.kysely.transaction().execute(async (transaction) => {
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

export type Change = ReturnType<typeof createChange>
