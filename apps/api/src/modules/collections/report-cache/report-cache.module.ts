import type { Database } from '../../../adapters/database/database.port.ts'
import type { Job, Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { WriteAudit } from '../../people/index.ts'
import type { ExploreModule } from '../../search/index.ts'
import type { Portfolios } from '../portfolios/portfolios.module.ts'
import type { Signals } from '../../reports/index.ts'
import type { CreateAdministered, People } from '../../people/index.ts'
import { createCacheJobs } from './report-cache.jobs.ts'
import { type CacheOperations, createCacheOperations } from './report-cache.operations.ts'
import { createReportCacheRepository } from './report-cache.repository.ts'

/** A report is stale when it was measured longer ago. */
const freshMs = 86_400_000
/** Maximum number of signals per update. */
const maxSignals = 10_000

export interface ReportCacheModule {
  operations: CacheOperations
  /** Updates stored reports. */
  jobs: readonly Job[]
}

/** Stored reports as an administrator sees them: all, those of an organization, or those of a portfolio. */
export function createReportCacheModule(dependencies: {
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
  log: Logger
}): ReportCacheModule {
  const { database, signals, explore, portfolios, createAdministered, clock, log, ...rest } = dependencies
  const repository = createReportCacheRepository(database.kysely)
  const administered = createAdministered(database.kysely)

  /** The signals of a portfolio, or those that the people of an organization saved or searched; null for all. */
  async function listSignals(x: string): Promise<string[] | null> {
    if (x === '-') return null
    if (x.startsWith('pf_')) return portfolios.overview.listSignals({ portfolioId: x })
    const userIds = await administered.people.listIds(x)
    const [saved, searchedIds] = await Promise.all([
      portfolios.overview.listSignals({ organizationId: x }),
      explore.listSearchedBy(userIds),
    ])
    return [...new Set([...saved, ...searchedIds])]
  }
  const freshAfter = () => new Date(clock.now().getTime() - freshMs)

  return {
    operations: createCacheOperations({
      ...rest,
      repository,
      clock,
      async require(x) {
        if (x === '-') return { name: null, organizationId: null }
        if (x.startsWith('pf_')) {
          const portfolio = await portfolios.overview.find(x)
          if (portfolio === null) throw notFound('portfolios.not_found', 'There is no such portfolio')
          return { name: portfolio.title, organizationId: portfolio.organizationId }
        }
        const organization = await administered.organizations.find(x)
        if (organization === null) throw notFound('organizations.not_found', 'There is no such organization')
        return { name: organization.name, organizationId: x }
      },
      hold: async (x) => signals.countReports(await listSignals(x), freshAfter()),
    }),
    jobs: createCacheJobs({
      repository,
      listStale: async (x) => signals.listStale(await listSignals(x), { freshAfter: freshAfter(), limit: maxSignals }),
      async update(signalId, { userId, signal }) {
        await explore.askAndWait(signalId, userId, signal)
        await signals.measure(await signals.find(signalId))
      },
      clock,
      log,
    }),
  }
}

function notFound(code: string, title: string): CodedError {
  return new CodedError({ kind: 'not_found', code, title, detail: 'Load the list again.' })
}
