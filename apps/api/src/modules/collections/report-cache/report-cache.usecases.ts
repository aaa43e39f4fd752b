import { refusal } from '@auspex/contract/refusals'
import type { CacheStatus } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createJob, type Job, type Jobs, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { RequestContext } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { CreateAdministered, People, WriteAudit } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { ExploreModule } from '../../search/index.ts'
import type { Portfolios } from '../portfolios/portfolios.operations.ts'
import { createReportCacheRepository, type ReportCacheRepository } from './report-cache.repository.ts'

export interface ReportCacheDependencies {
  database: Database
  jobs: Jobs
  signals: Signals
  explore: ExploreModule
  portfolios: Portfolios
  createAdministered: CreateAdministered
  people: People
  writeAudit: WriteAudit
  clock: Clock
  createId: CreateId
}

export interface CacheUpdate {
  operation: 'updateCache' | 'updatePortfolioCache'
  /** The scope: an organization, a portfolio, or `-` for all. */
  x: string
  /** How long to wait for the update to end. */
  seconds: number
}

/** A report is stale when it was measured longer ago. */
const freshMs = 86_400_000
/** Maximum number of signals per update. */
const maxSignals = 10_000
/** Polling interval while a caller waits for an update to end. */
const lookMs = 500

/** How fresh the stored reports of a scope are. Throws `organizations.not_found` and `portfolios.not_found`. */
export async function getCacheStatus(x: string, deps: ReportCacheDependencies): Promise<CacheStatus> {
  await findScope(x, deps)
  return readStatus(x, deps)
}

/** Begins to measure the stale reports of a scope again, and waits for the end. Throws `cache.update_running`. */
export async function updateCache(
  { operation, x, seconds }: CacheUpdate,
  { actor, requestId, signal }: RequestContext,
  deps: ReportCacheDependencies,
): Promise<CacheStatus> {
  const { database, jobs, people, writeAudit, clock } = deps
  const { name, organizationId } = await findScope(x, deps)
  const { stale } = await readStatus(x, deps)
  const administrator = (await people.find([actor.userId])).get(actor.userId)
  const id = deps.createId('cu')
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
  const updates = createReportCacheRepository(database.kysely)
  const until = Date.now() + seconds * 1000
  while (Date.now() < until && (await updates.find(x))?.state === 'running')
    await pause(Math.min(lookMs, Math.max(1, until - Date.now())), undefined, { signal })
  return readStatus(x, deps)
}

/** The signals of a scope whose reports are stale. */
export async function listStaleSignals(x: string, deps: ReportCacheDependencies) {
  return deps.signals.listStale(await listSignals(x, deps), { freshAfter: freshAfter(deps), limit: maxSignals })
}

/** Searches a signal again, and measures its report. */
export async function updateReport(
  signalId: string,
  { userId, signal }: { userId: string; signal: AbortSignal },
  { explore, signals }: ReportCacheDependencies,
): Promise<void> {
  await explore.askAndWait(signalId, userId, signal)
  await signals.measure(await signals.find(signalId))
}

async function readStatus(x: string, deps: ReportCacheDependencies): Promise<CacheStatus> {
  const [{ signals, fresh, oldestReportAt }, last] = await Promise.all([
    listSignals(x, deps).then((ids) => deps.signals.countReports(ids, freshAfter(deps))),
    createReportCacheRepository(deps.database.kysely).find(x),
  ])
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

async function findScope(
  x: string,
  { database, portfolios, createAdministered }: ReportCacheDependencies,
): Promise<{ name: string | null; organizationId: string | null }> {
  if (x === '-') return { name: null, organizationId: null }
  if (x.startsWith('pf_')) {
    const portfolio = await portfolios.overview.find(x)
    if (portfolio === null) throw new CodedError({ kind: 'not_found', ...refusal('portfolios.not_found') })
    return { name: portfolio.title, organizationId: portfolio.organizationId }
  }
  const organization = await createAdministered(database.kysely).organizations.find(x)
  if (organization === null) throw new CodedError({ kind: 'not_found', ...refusal('organizations.not_found') })
  return { name: organization.name, organizationId: x }
}

/** The signals of a portfolio, or those that the people of an organization saved or searched; null for all. */
async function listSignals(
  x: string,
  { database, portfolios, explore, createAdministered }: ReportCacheDependencies,
): Promise<string[] | null> {
  if (x === '-') return null
  if (x.startsWith('pf_')) return portfolios.overview.listSignals({ portfolioId: x })
  const userIds = await createAdministered(database.kysely).people.listIds(x)
  const [saved, searchedIds] = await Promise.all([
    portfolios.overview.listSignals({ organizationId: x }),
    explore.listSearchedBy(userIds),
  ])
  return [...new Set([...saved, ...searchedIds])]
}

function freshAfter({ clock }: ReportCacheDependencies): Date {
  return new Date(clock.now().getTime() - freshMs)
}

function updateRunning(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'cache.update_running',
    title: 'Another update of stored reports runs',
    detail: 'Wait until it has finished; its status shows its progress.',
  })
}

export const cacheQueue: Queue<{ x: string; id: string; userId: string }> = {
  name: 'cache-updates',
  maxRunSeconds: 86_400,
}

/** Which signals an update covers, and how to search one again. */
export interface CacheJobDependencies {
  repository: ReportCacheRepository
  /** Signals without a fresh report, most urgent first. */
  listStale(x: string): Promise<string[]>
  /** Queries the sources for a signal and measures it again. */
  update(signalId: string, by: { userId: string; signal: AbortSignal }): Promise<void>
  clock: Clock
  log: Logger
}

/** Searches stale signals again, one after the other, so that it never takes capacity from people who search. */
export function createCacheJobs({ repository, listStale, update, clock, log }: CacheJobDependencies): Job[] {
  return [
    createJob({
      queue: cacheQueue,
      async run({ x, id, userId }, { signal }) {
        const stale = await listStale(x)
        if (!(await repository.setLeft({ x, id, left: stale.length }))) return
        for (const signalId of stale) {
          signal.throwIfAborted()
          const isUpdated = await update(signalId, { userId, signal }).then(
            () => true,
            (error: unknown) => {
              signal.throwIfAborted()
              log.warn({ err: error, signalId }, 'a stored report could not be updated')
              return false
            },
          )
          await repository.count({ x, id, isUpdated })
        }
        await repository.end({ x, id, now: clock.now() })
      },
      giveUp: ({ x, id }) => repository.giveUp({ x, id, now: clock.now() }),
    }),
  ]
}
