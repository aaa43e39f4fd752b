import { operations } from '@auspex/sdk/operations'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { moduleOff } from '../../kernel/errors.ts'

/** Names of all modules of the product: those that operations of the contract belong to. */
export const moduleNames: readonly string[] = [
  ...new Set(Object.values(operations).flatMap(({ module }) => (module === null ? [] : [module]))),
].toSorted()

/** Access that an administrator took away from a person. */
export interface Access {
  isDisabled: boolean
  /** Modules that the person does not have. */
  off: ReadonlySet<string>
}

/** Caches permissions, so that not every request reads them. */
export interface AccessReader {
  find(userId: string): Promise<Access>
  /** Applies a change made by this process at once, for a person or, with null, for everyone. */
  forget(userId: string | null): void
}

/** Throws `module.off` when the person lacks one of the modules, or has no access at all. */
export async function requireModules(access: AccessReader, userId: string, modules: readonly string[]): Promise<void> {
  const disabledModule = await findMissing(access, userId, modules)
  if (disabledModule !== null) throw moduleOff(disabledModule)
}

export async function hasModules(access: AccessReader, userId: string, modules: readonly string[]): Promise<boolean> {
  return (await findMissing(access, userId, modules)) === null
}

async function findMissing(access: AccessReader, userId: string, modules: readonly string[]): Promise<string | null> {
  const { isDisabled, off } = await access.find(userId)
  return modules.find((module) => isDisabled || off.has(module)) ?? null
}

/**
 * Other processes change access too, and changes are promised to take effect within 5 seconds: with the 2 seconds of a stream's watch this leaves one
 * to spare.
 */
const rememberMs = 2_000

/** Beyond this many cached people the oldest are evicted. */
const maxRemembered = 10_000

export function createAccessReader({ database, clock }: { database: Database; clock: Clock }): AccessReader {
  const remembered = new Map<string, { access: Promise<Access>; until: number }>()
  return {
    find(userId) {
      const now = clock.now().getTime()
      const cached = remembered.get(userId)
      if (cached !== undefined && cached.until > now) return cached.access
      const access = readAccess(database, userId)
      const entry = { access, until: now + rememberMs }
      remembered.delete(userId) // moves it to the newest position
      remembered.set(userId, entry)
      access.catch(() => remembered.get(userId) === entry && remembered.delete(userId))
      const [oldest] = remembered.keys()
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest)
      return access
    },
    forget(userId) {
      if (userId === null) remembered.clear()
      else remembered.delete(userId)
    },
  }
}

async function readAccess({ kysely }: Database, userId: string): Promise<Access> {
  const { rows } = await sql<{ isDisabled: boolean; off: string[] }>`
    select u.disabled_at is not null as "isDisabled",
      array(
        select module from (select module, access from module_access where user_id = u.id) as own
        full join module_default as everybodys using (module)
        where not coalesce(own.access, everybodys.access)
      ) as off
    from app_user as u where u.id = ${userId}`.execute(kysely)
  const [row] = rows // none when the person was deleted but still has a token
  return { isDisabled: row?.isDisabled ?? true, off: new Set(row?.off) }
}
