import type { Database } from '../../adapters/database/database.port.ts'
import type { Handlers } from '../../http/handlers.ts'
import { CodedError } from '../../kernel/errors.ts'
import { runForTenant } from '../../kernel/work.ts'
import { createDeletion } from './deletion.repository.ts'
import type { AccessReader } from './module-access.ts'

export interface DeleteMeDependencies {
  database: Database
  access: AccessReader
  providerAccounts: ProviderAccounts
}

/** A person as their OpenID provider knows them. */
export interface ProviderAccount {
  issuer: string
  subject: string
}

/** Accounts of the embedded provider. Accounts of other providers are never changed. */
export interface ProviderAccounts {
  remove(account: ProviderAccount): Promise<void>
  /** A disabled account gets no tokens. */
  setDisabled(account: ProviderAccount, isDisabled: boolean): Promise<void>
}

/** A person's own account: a summary of what would be deleted with it, and the deletion. */
export function createDeleteMe({ database, access, providerAccounts }: DeleteMeDependencies) {
  const deletion = createDeletion(database.kysely)
  return {
    previewMyDeletion: async (_input, { actor: { userId } }) => ({
      status: 200,
      body: { userId, things: await deletion.countThings(userId), isDeleted: false },
    }),
    deleteMe: async ({ body }, { actor: { userId }, recordSecurityEvent }) => {
      const account = await deletion.findAccount(userId)
      const isConfirmed = account?.email?.toLowerCase() === body.confirmation.trim().toLowerCase()
      if (account === null || !isConfirmed) throw notConfirmed()
      if (await deletion.isLastAdministrator(userId)) throw lastAdministrator()
      const things = await deletion.countThings(userId)
      // first: if interrupted afterwards, the person can no longer sign in, and an administrator can delete them
      await providerAccounts.remove(account)
      // the person's policies cover their data in a group, but may not cover the rows that a cascade deletes
      await runForTenant(null, () => deletion.remove(userId))
      access.forget(userId)
      recordSecurityEvent('user.deleted', { ofUser: userId })
      return { status: 200, body: { userId, things, isDeleted: true } }
    },
  } satisfies Partial<Handlers>
}

function notConfirmed(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'users.deletion_not_confirmed',
    title: 'The confirmation is not your e-mail address',
    detail: 'Type the address that your profile shows. Nothing was deleted.',
    fields: [{ in: 'body', pointer: '/confirmation', message: 'must be your e-mail address' }],
  })
}

function lastAdministrator(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'users.last_administrator',
    title: 'You are the only administrator',
    detail: 'Give the role godmode to somebody else first. Nothing was deleted.',
  })
}
