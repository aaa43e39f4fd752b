import type { Project } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Images } from '../../people/index.ts'
import type { Portfolios } from '../portfolios/portfolios.module.ts'
import type { Groups } from '../../people/index.ts'
import { createProjectOperations, type ProjectOperations } from './projects.operations.ts'
import { createProjectsRepository } from './projects.repository.ts'
import { createProjectUsecases } from './projects.usecases.ts'
import { readDashboard } from './read-dashboard.ts'

/** The public interface of this module. */
export interface Projects {
  /** A project as the person may see it. Throws `projects.not_found`. */
  get(id: string, person: Pick<Actor, 'userId' | 'organizationId'>): Promise<Project>
  /** Whether the person created the project. */
  isOwn(id: string, person: Pick<Actor, 'userId'>): Promise<boolean>
}

export interface ProjectsModule {
  operations: ProjectOperations
  projects: Projects
}

/** Portfolios that belong to one piece of work. */
export function createProjectsModule(dependencies: {
  database: Database
  images: Images
  groups: Groups
  portfolios: Portfolios
  clock: Clock
  createId: CreateId
}): ProjectsModule {
  const { database, images, portfolios, clock } = dependencies
  images.namedBy('projects', (ids, kysely) => createProjectsRepository(kysely).listNamedImages(ids))
  const usecases = createProjectUsecases(dependencies)
  const projects = createProjectsRepository(database.kysely)
  return {
    operations: createProjectOperations(usecases, async (id, since, actor) =>
      readDashboard({ project: await usecases.find(id, actor), since }, actor, { projects, portfolios, clock }),
    ),
    projects: {
      get: usecases.get,
      isOwn: async (id, { userId }) => (await projects.findAny(id))?.userId === userId,
    },
  }
}
