import type { Foundation } from '../foundation.types.ts'
import type { Images, UsersModule, WriteAudit } from '../people/index.ts'
import type { Signals } from '../reports/index.ts'
import type { ExploreModule } from '../search/index.ts'
import { createPortfoliosModule } from './portfolios/portfolios.module.ts'
import { createProjectsModule } from './projects/projects.module.ts'
import { createReportCacheModule } from './report-cache/report-cache.module.ts'

/** Signals that people keep together. */
export function createCollections(
  dependencies: Foundation & {
    signals: Signals
    explore: ExploreModule
    users: UsersModule
    images: Images
    writeAudit: WriteAudit
  },
) {
  const { groups, people, createAdministered } = dependencies.users
  const { portfolios, ...portfolioParts } = createPortfoliosModule({ ...dependencies, groups })
  const { projects, ...projectParts } = createProjectsModule({ ...dependencies, groups, portfolios })
  const reportCache = createReportCacheModule({ ...dependencies, portfolios, people, createAdministered })
  return {
    portfolios,
    projects,
    operations: { ...portfolioParts.operations, ...projectParts.operations, ...reportCache.operations },
    /** Work that a person waits for. */
    awaitedJobs: [...reportCache.jobs, ...portfolioParts.jobs],
  }
}
