import type { Kysely } from 'kysely'
import type { Jobs, Queue } from '../../../adapters/jobs/jobs.port.ts'

/** A refresh to be run. */
export interface Refresh {
  portfolioId: string
  refreshId: string
}

export const refreshQueue: Queue<Refresh> = {
  name: 'portfolio-refreshes',
  retry: { limit: 3, delaySeconds: 2, maxDelaySeconds: 60 },
}

/** Stores a change and, if that begins the refresh, queues its job in the same transaction. */
export async function storeAndQueue<T>(
  refresh: Refresh,
  write: (transaction: Kysely<object>) => Promise<{ result: T; isBegun: boolean }>,
  { jobs }: { jobs: Jobs },
): Promise<T> {
  const results: T[] = []
  await jobs.enqueueWith(refreshQueue, refresh, async (transaction) => {
    const { result, isBegun } = await write(transaction)
    results.push(result)
    return isBegun
  })
  return results[0] as T // assigned exactly once: a failure throws
}
