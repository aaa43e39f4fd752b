import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose rows somebody reads and writes. */
export interface Tenant {
  userId: string
  /** Null for somebody without an organization, who has only what is their own. */
  organizationId: string | null
}

/** For whom something is done. What takes turns, such as the database, reads it where it is needed, not from an argument of every function between. */
export interface Work {
  /** Turns are shared out between owners: a user's id, or the name of a part of the server. */
  readonly owner: string
  /** Aborted when nobody waits for the result any more; null when somebody always does. */
  readonly signal: AbortSignal | null
  /** Whose rows the database lets it touch, where a table has policies; null for everybody's, as the server's own work needs. */
  readonly tenant: Tenant | null
  /** Whether its result was delivered: what it started and left running is the server's own from then on. */
  readonly isDelivered?: () => boolean
}

/** The server's own doing: what is started outside of any request, or kept for all who come later. */
export const serverWork: Work = { owner: 'server', signal: null, tenant: null }

/** Those who are not signed in: no row is theirs. */
export const strangers: Tenant = { userId: 'nobody', organizationId: null }

const storage = new AsyncLocalStorage<Work>()

/** Runs `task`, and all that it starts, as a part of `work`. */
export function runAs<T>(work: Work, task: () => T): T {
  return storage.run(work, task)
}

/**
 * Runs `task` with the rows of another tenant, null for those of everybody, in the same work. Whoever calls it has found out by other
 * means that the task may touch them: each place says how.
 */
export function runForTenant<T>(tenant: Tenant | null, task: () => T): T {
  const work = currentWork()
  return runAs(
    {
      owner: work.owner,
      // made when it is first asked for
      get signal() {
        return work.signal
      },
      tenant,
      ...(work.isDelivered && { isDelivered: work.isDelivered }),
    },
    task,
  )
}

/** The work that the caller is a part of. */
export function currentWork(): Work {
  const work = storage.getStore()
  if (work === undefined) return serverWork
  return work.isDelivered?.() === true ? { ...serverWork, tenant: work.tenant } : work
}
