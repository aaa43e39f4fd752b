import type { ProjectDashboard } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { readUpload } from '../../../http/uploaded-file.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { ProjectUsecases } from './projects.usecases.ts'

export type ProjectOperations = ReturnType<typeof createProjectOperations>

/** The operations of projects. */
export function createProjectOperations(
  projects: ProjectUsecases,
  readDashboard: (id: string, since: string | undefined, actor: Actor) => Promise<ProjectDashboard>,
) {
  return {
    listProjects: async ({ query }, { actor }) => ({
      status: 200,
      body: await projects.list(actor, query.organizationGroupId ?? null, toPageRequest(query)),
    }),

    getProject: async ({ path: { id } }, { actor }) => ({ status: 200, body: await projects.get(id, actor) }),

    createProject: async ({ body }, { actor }) => {
      const file = readUpload('image' in body ? body.image : null)
      return { status: 200, body: await projects.create({ ...body, file }, actor) }
    },

    updateProject: async ({ body }, { actor }) => {
      const file = readUpload('image' in body ? body.image : null)
      return { status: 200, body: await projects.update({ ...body, file }, actor) }
    },

    deleteProject: async ({ path: { id } }, { actor }) => {
      await projects.delete(id, actor)
      return { status: 200, body: { id, deleted: true } }
    },

    addPortfolios: async ({ body: { projectId, portfolioIds } }, { actor }) => {
      await projects.addPortfolios(projectId, portfolioIds, actor)
      return { status: 200, body: { items: portfolioIds.map((id) => ({ id })) } }
    },

    removePortfolios: async ({ body: { projectId, portfolioIds } }, { actor }) => {
      await projects.removePortfolios(projectId, portfolioIds, actor)
      return { status: 200, body: { items: portfolioIds.map((id) => ({ id, deleted: true as const })) } }
    },

    getProjectDashboard: async ({ path: { id }, query: { since } }, { actor }) => ({
      status: 200,
      body: await readDashboard(id, since, actor),
    }),
  } satisfies Partial<Handlers>
}
