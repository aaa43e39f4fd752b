import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, cookieName } from '../provider/context.ts'
import type { Clock, Database } from '../storage/database.ts'
import { findAccount } from './accounts.repository.ts'
import type { StoredAccount } from './account.ts'

/** How long a typed password stays valid on the following pages. */
const lifetimeMs = 10 * 60_000

export interface ProofCookieOptions {
  database: Database
  clock: Clock
  name: string
}

/** Remembers for ten minutes, for one path, that a person has just typed an account's password. A changed password invalidates it. */
export function createProofCookie({ database, clock, name }: ProofCookieOptions) {
  return {
    give(ctx: Context, account: StoredAccount, path: string): void {
      const expiresAt = clock() + lifetimeMs
      ctx.cookies.set(cookieName(name, ctx), [account.id, expiresAt, markOf(account)].join(':'), {
        signed: true,
        httpOnly: true,
        sameSite: 'strict',
        path,
        maxAge: lifetimeMs,
        overwrite: true,
      })
    },
    async read(ctx: Context): Promise<StoredAccount | null> {
      const [accountId = '', expiresAt, mark = ''] =
        ctx.cookies.get(cookieName(name, ctx), { signed: true })?.split(':') ?? []
      if (accountId === '' || !(Number(expiresAt) > clock())) return null
      const account = await findAccount(database, accountId)
      return account !== null && !account.isDisabled && isSame(mark, markOf(account)) ? account : null
    },
    forget(ctx: Context, path: string): void {
      ctx.cookies.set(cookieName(name, ctx), null, { signed: true, path, overwrite: true })
    },
  }
}

export type ProofCookie = ReturnType<typeof createProofCookie>

function markOf({ passwordHash }: StoredAccount): string {
  return createHash('sha256').update(`proof ${passwordHash}`).digest('base64url').slice(0, 22)
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
