import type { Project } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'
import { createProjectsRepository } from './projects.repository.ts'
import {
  type ProjectDependencies,
  addPortfolios,
  createProject,
  deleteProject,
  getProject,
  listProjects,
  removePortfolios,
  updateProject,
} from './projects.usecases.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { readUpload } from '../../../http/body-parsers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import { readDashboard } from './read-dashboard.ts'

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

type ProjectOperations = ReturnType<typeof createProjectOperations>

function createProjectOperations(deps: ProjectDependencies) {
  return {
    listProjects: async ({ query }, { actor }) => ({
      status: 200,
      body: await listProjects({ groupId: query.organizationGroupId ?? null, page: toPageRequest(query) }, actor, deps),
    }),

    getProject: async ({ path: { id } }, { actor }) => ({ status: 200, body: await getProject(id, actor, deps) }),

    createProject: async ({ body }, { actor }) => {
      const file = readUpload('image' in body ? body.image : null)
      return { status: 200, body: await createProject({ ...body, file }, actor, deps) }
    },

    updateProject: async ({ body }, { actor }) => {
      const file = readUpload('image' in body ? body.image : null)
      return { status: 200, body: await updateProject({ ...body, file }, actor, deps) }
    },

    deleteProject: async ({ path: { id } }, { actor }) => {
      await deleteProject(id, actor, deps)
      return { status: 200, body: { id, deleted: true } }
    },

    addPortfolios: async ({ body }, { actor }) => {
      await addPortfolios(body, actor, deps)
      return { status: 200, body: { items: body.portfolioIds.map((id) => ({ id })) } }
    },

    removePortfolios: async ({ body }, { actor }) => {
      await removePortfolios(body, actor, deps)
      return { status: 200, body: { items: body.portfolioIds.map((id) => ({ id, deleted: true as const })) } }
    },

    getProjectDashboard: async ({ path: { id }, query: { since } }, { actor }) => ({
      status: 200,
      body: await readDashboard({ id, since }, actor, deps),
    }),
  } satisfies Partial<Handlers>
}
