import { setTimeout as pause } from 'node:timers/promises'
import type { CacheStatus } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Handlers, RequestContext } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { WriteAudit } from '../../people/index.ts'
import type { People } from '../../people/index.ts'
import { cacheQueue } from './report-cache.jobs.ts'
import { createReportCacheRepository, type ReportCacheRepository } from './report-cache.repository.ts'

/** Polling interval while a caller waits for an update to end. */
const lookMs = 500

/** The number of signals in a scope and the state of their reports. */
export interface Holding {
  signals: number
  fresh: number
  oldestReportAt: Date | null
}

export interface CacheOperationsDependencies {
  repository: ReportCacheRepository
  /** Throws when the organization or portfolio does not exist. */
  require(x: string): Promise<{ name: string | null; organizationId: string | null }>
  hold(x: string): Promise<Holding>
  jobs: Jobs
  people: People
  writeAudit: WriteAudit
  clock: Clock
  createId: CreateId
}

export type CacheOperations = ReturnType<typeof createCacheOperations>

/** Reports how fresh stored reports are, and refreshes them. */
export function createCacheOperations(deps: CacheOperationsDependencies) {
  const { repository, jobs, people, writeAudit, clock, createId } = deps

  async function readStatus(x: string): Promise<CacheStatus> {
    const [{ signals, fresh, oldestReportAt }, last] = await Promise.all([deps.hold(x), repository.find(x)])
    return {
      x,
      state: last?.state ?? 'idle',
      signals,
      fresh,
      stale: signals - fresh,
      total: last?.total ?? 0,
      updated: last?.updated ?? 0,
      failed: last?.failed ?? 0,
      oldestReportAt: oldestReportAt?.toISOString() ?? null,
      startedAt: last?.startedAt.toISOString() ?? null,
      finishedAt: last?.finishedAt?.toISOString() ?? null,
    }
  }

  async function update(
    operation: 'updateCache' | 'updatePortfolioCache',
    x: string,
    seconds: number,
    context: RequestContext,
  ) {
    const { actor, requestId, signal } = context
    const { name, organizationId } = await deps.require(x)
    const { stale } = await readStatus(x)
    const administrator = (await people.find([actor.userId])).get(actor.userId)
    const id = createId('cu')
    const begin = async (transaction: Kysely<object>) => {
      if (!(await createReportCacheRepository(transaction).begin({ x, id, now: clock.now() }))) return false
      await writeAudit(transaction, {
        userId: actor.userId,
        userName: administrator?.name ?? administrator?.email ?? null,
        operation,
        targetKind: 'cache',
        targetId: x,
        targetName: name,
        organizationId,
        changes: [{ field: 'stale', before: String(stale), after: null }],
        requestId,
      })
      return true
    }
    if (!(await jobs.enqueueWith(cacheQueue, { x, id, userId: actor.userId }, begin))) throw updateRunning()
    const until = Date.now() + seconds * 1000
    while (Date.now() < until && (await repository.find(x))?.state === 'running')
      await pause(Math.min(lookMs, Math.max(1, until - Date.now())), undefined, { signal })
    return readStatus(x)
  }

  return {
    getCacheStatus: async ({ path: { x } }) => {
      await deps.require(x)
      return { status: 200, body: await readStatus(x) }
    },
    updateCache: async ({ path: { x }, query }, context) => ({
      status: 200,
      body: await update('updateCache', x, query.wait ?? 600, context),
    }),
    updatePortfolioCache: async ({ path: { x }, query }, context) => ({
      status: 200,
      body: await update('updatePortfolioCache', x, query.wait ?? 600, context),
    }),
  } satisfies Partial<Handlers>
}

function updateRunning(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'cache.update_running',
    title: 'Another update of stored reports runs',
    detail: 'Wait until it has ended; its status says how far it is.',
  })
}
