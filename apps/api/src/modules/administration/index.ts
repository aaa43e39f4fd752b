import type { AdministrationDependencies } from './change.ts'
import { createGroupOperations } from './groups.operations.ts'
import { createJobOperations, type QueueOfJobs } from './jobs.operations.ts'
import { createOrganizationOperations } from './organizations.operations.ts'
import type { Portfolios } from '../portfolios/index.ts'
import { createPortfolioOverviewOperations } from './portfolios.operations.ts'
import { createPeopleOperations } from './people.operations.ts'

/** What people with the role godmode see and change: organizations, groups, people, modules, and queued work. */
export function createAdministrationOperations({
  jobs,
  portfolios,
  ...deps
}: AdministrationDependencies & { jobs: QueueOfJobs; portfolios: Pick<Portfolios, 'overview'> }) {
  return {
    ...createOrganizationOperations(deps),
    ...createGroupOperations(deps),
    ...createPeopleOperations(deps),
    ...createPortfolioOverviewOperations({ portfolios }),
    ...createJobOperations({ jobs, ...deps }),
  }
}
