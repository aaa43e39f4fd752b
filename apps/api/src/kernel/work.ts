import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom something is done. What takes turns, such as the database, reads it where it is needed, not from an argument of every function between. */
export interface Work {
  /** Turns are shared out between owners: a user's id, or the name of a part of the server. */
  readonly owner: string
  /** Aborted when nobody waits for the result any more; null when somebody always does. */
  readonly signal: AbortSignal | null
  /** Whether its result was delivered: what it started and left running is the server's own from then on. */
  readonly isDelivered?: () => boolean
}

/** The server's own doing: what is started outside of any request, or kept for all who come later. */
export const serverWork: Work = { owner: 'server', signal: null }

const storage = new AsyncLocalStorage<Work>()

/** Runs `task`, and all that it starts, as a part of `work`. */
export function runAs<T>(work: Work, task: () => T): T {
  return storage.run(work, task)
}

/** The work that the caller is a part of. */
export function currentWork(): Work {
  const work = storage.getStore()
  return work === undefined || work.isDelivered?.() === true ? serverWork : work
}
