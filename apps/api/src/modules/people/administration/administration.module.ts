import type { AdministrationDependencies } from './change.ts'
import { createGroupOperations } from './groups.operations.ts'
import { createJobOperations, type QueueOfJobs } from './jobs.operations.ts'
import { createOrganizationOperations } from './organizations.operations.ts'
import { createPeopleOperations } from './people.operations.ts'

/** What people with the role godmode see and change: organizations, groups, people, modules, and queued work. */
export function createAdministrationOperations({ jobs, ...deps }: AdministrationDependencies & { jobs: QueueOfJobs }) {
  return {
    ...createOrganizationOperations(deps),
    ...createGroupOperations(deps),
    ...createPeopleOperations(deps),
    ...createJobOperations({ jobs, ...deps }),
  }
}
