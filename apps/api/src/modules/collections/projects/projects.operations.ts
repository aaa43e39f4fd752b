import type { Handlers } from '../../../http/handlers.ts'
import { readUpload } from '../../../http/uploaded-file.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import {
  addPortfolios,
  createProject,
  deleteProject,
  getProject,
  listProjects,
  type ProjectDependencies,
  removePortfolios,
  updateProject,
} from './projects.usecases.ts'
import { readDashboard } from './read-dashboard.ts'

export type ProjectOperations = ReturnType<typeof createProjectOperations>

export function createProjectOperations(deps: ProjectDependencies) {
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
