import { AsyncLocalStorage } from 'node:async_hooks'

/** The owner of the rows that an operation reads and writes. */
export interface Tenant {
  userId: string
  /** Null for a person without an organization, who has only their own rows. */
  organizationId: string | null
}

/** The context of an operation. Parts such as the database's turns read it here instead of from an argument of every function in between. */
export interface Work {
  /** Turns are shared out between owners: a user's id, or the name of a part of the server. */
  readonly owner: string
  /** Aborted when no caller waits for the result any more; null for work that is never abandoned. */
  readonly signal: AbortSignal | null
  /** Whose rows the database lets it access, in tables with policies; null for everyone's, as the server's own work needs. */
  readonly tenant: Tenant | null
  /** Whether its result was delivered: anything it left running belongs to the server from then on. */
  readonly isDelivered?: () => boolean
  /** Whether nobody waits for its next statement, so that those for which somebody waits go first. */
  readonly isBackground?: boolean
}

/** The server's own work: started outside of any request, or cached for all later callers. */
export const serverWork: Work = { owner: 'server', signal: null, tenant: null }

/** Callers who are not signed in: they own no rows. */
export const strangers: Tenant = { userId: 'nobody', organizationId: null }

const storage = new AsyncLocalStorage<Work>()

/** Runs `task`, and everything it starts, as a part of `work`. */
export function runAs<T>(work: Work, task: () => T): T {
  return storage.run(work, task)
}

/**
 * Runs `task` within the same work, but with another tenant's rows, or null for everyone's. The caller must have established by other means that the
 * task may access them: each call states how.
 */
export function runForTenant<T>(tenant: Tenant | null, task: () => T): T {
  return runAs(copyWork(currentWork(), { tenant }), task)
}

/** Runs `task` within the same work, behind the statements for which somebody waits. */
export function runInBackground<T>(task: () => T): T {
  return runAs(copyWork(currentWork(), { isBackground: true }), task)
}

function copyWork(work: Work, changes: Partial<Work>): Work {
  return {
    owner: work.owner,
    // the original creates it on first access
    get signal() {
      return work.signal
    },
    tenant: work.tenant,
    ...(work.isDelivered && { isDelivered: work.isDelivered }),
    ...(work.isBackground && { isBackground: work.isBackground }),
    ...changes,
  }
}

/** The work that the caller is part of. */
export function currentWork(): Work {
  const work = storage.getStore()
  if (work === undefined) return serverWork
  return work.isDelivered?.() === true ? { ...serverWork, tenant: work.tenant } : work
}
