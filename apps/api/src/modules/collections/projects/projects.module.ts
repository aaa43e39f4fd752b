import type { Project } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'
import { createProjectOperations, type ProjectOperations } from './projects.operations.ts'
import { createProjectsRepository } from './projects.repository.ts'
import { getProject, type ProjectDependencies } from './projects.usecases.ts'

/** The public interface of this module. */
export interface Projects {
  /** A project as the person may see it. Throws `projects.not_found`. */
  get(id: string, person: Person): Promise<Project>
  /** Whether the person created the project. */
  isOwn(id: string, person: Person): Promise<boolean>
}

export interface ProjectsModule {
  operations: ProjectOperations
  projects: Projects
}

/** Portfolios that belong to one piece of work. */
export function createProjectsModule(deps: ProjectDependencies): ProjectsModule {
  deps.images.namedBy('projects', (ids, kysely) => createProjectsRepository(kysely).listNamedImages(ids))
  return {
    operations: createProjectOperations(deps),
    projects: {
      get: (id, person) => getProject(id, person, deps),
      isOwn: async (id, { userId }) =>
        (await createProjectsRepository(deps.database.kysely).findAny(id))?.userId === userId,
    },
  }
}
