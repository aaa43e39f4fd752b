import { createHash, randomBytes } from 'node:crypto'
import type { Seal } from '../keys/seal.ts'
import type { Clock, Database } from '../storage/database.ts'
import { timestamp } from '../storage/database.ts'
import { createTotpSecret, findStep, toBase32 } from './totp.ts'

const recoveryCodes = 10

/** Codes that change every 30 seconds, and ten recovery codes in case the device is lost; each works once. */
export interface SecondFactor {
  isEnabled(accountId: string): Promise<boolean>
  /** Creates a secret that becomes active once `confirm` receives one of its codes. */
  begin(accountId: string): Promise<Buffer>
  /** Returns the recovery codes, which cannot be read again; null if the code does not match the pending secret. */
  confirm(accountId: string, code: string): Promise<string[] | null>
  /** Consumes a code; returns its kind, or null for a wrong one. */
  use(accountId: string, code: string): Promise<'code' | 'recovery-code' | null>
  remove(accountId: string): Promise<boolean>
}

export function createSecondFactor({
  database,
  clock,
  seal,
}: {
  database: Database
  clock: Clock
  seal: Seal
}): SecondFactor {
  const placeOf = (accountId: string) => `totp ${accountId}`

  /** If two requests use the same code at the same time, only one is accepted. */
  async function takeCode(accountId: string, code: string, isConfirmed: boolean): Promise<boolean> {
    const { rows } = await database.query(
      'select secret from account_totp where account_id = $1 and (confirmed_at is not null) = $2',
      [accountId, isConfirmed],
    )
    const [row] = rows
    if (row === undefined) return false
    const secret = Buffer.from(seal.open(String(row.secret), placeOf(accountId)), 'base64')
    const step = findStep(secret, code, clock())
    if (step === null) return false
    const result = await database.query(
      'update account_totp set last_step = $2 where account_id = $1 and last_step < $2 returning account_id',
      [accountId, step],
    )
    return result.rows.length > 0
  }

  return {
    async isEnabled(accountId) {
      const { rows } = await database.query(
        'select 1 from account_totp where account_id = $1 and confirmed_at is not null',
        [accountId],
      )
      return rows.length > 0
    },
    async begin(accountId) {
      const secret = createTotpSecret()
      await database.query(
        `insert into account_totp as totp (account_id, secret) values ($1, $2)
         on conflict (account_id) do update set secret = excluded.secret, last_step = 0 where totp.confirmed_at is null`,
        [accountId, seal.seal(secret.toString('base64'), placeOf(accountId))],
      )
      return secret
    },
    async confirm(accountId, code) {
      if (!(await takeCode(accountId, code, false))) return null
      const codes = Array.from({ length: recoveryCodes }, createRecoveryCode)
      await database.query(
        `with confirmed as (update account_totp set confirmed_at = $2 where account_id = $1 returning account_id),
              old as (delete from account_recovery_code where account_id = $1)
         insert into account_recovery_code (account_id, code_hash)
         select account_id, unnest($3::text[]) from confirmed`,
        [accountId, timestamp(clock()), codes.map(hashCode)],
      )
      return codes
    },
    async use(accountId, code) {
      if (await takeCode(accountId, code, true)) return 'code'
      const { rows } = await database.query(
        'delete from account_recovery_code where account_id = $1 and code_hash = $2 returning account_id',
        [accountId, hashCode(code)],
      )
      return rows.length > 0 ? 'recovery-code' : null
    },
    async remove(accountId) {
      const { rows } = await database.query(
        `with codes as (delete from account_recovery_code where account_id = $1)
         delete from account_totp where account_id = $1 returning account_id`,
        [accountId],
      )
      return rows.length > 0
    },
  }
}

/** 160 bits in eight groups of four: more than the 128 that are infeasible to guess (ASVS 11.5.1), and enough for a plain hash (6.5.2). */
function createRecoveryCode(): string {
  return (toBase32(randomBytes(20)).match(/.{4}/g) ?? []).join('-')
}

function hashCode(code: string): string {
  const normalizedCode = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')
  return createHash('sha256').update(normalizedCode).digest('base64url')
}
