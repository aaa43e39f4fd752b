import {
  addPortfolios,
  type AuspexClient,
  createProject,
  deleteProject,
  type Project,
  removePortfolios,
  type RequestOptions,
  updateProject,
} from '@auspex/sdk'
import {
  getMeQueryOptions,
  getProjectDashboardQueryKey,
  getProjectDashboardQueryOptions,
  getProjectQueryKey,
  getProjectQueryOptions,
  listProjectsQueryKey,
} from '@auspex/sdk/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type QueryTools, keepAnswer } from '../../lib/api/query.ts'
import { useRevisedChange } from '../../lib/api/conflicts.ts'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })
export const projectOptions = (client: AuspexClient, id: string) => getProjectQueryOptions(id, { request: { client } })
/** Without an explicit start the server counts from the previous visit, and records this one. */
export const dashboardOptions = (client: AuspexClient, id: string) =>
  getProjectDashboardQueryOptions(id, {}, { request: { client } })

const cacheProject = ({ client, queryClient }: QueryTools, project: Project): void => {
  keepAnswer(queryClient, getProjectQueryKey(client, project.projectId), project)
  void queryClient.invalidateQueries({ queryKey: listProjectsQueryKey(client) })
}

/** The normalized title, and the title as typed. */
const toTitles = (title: string) => ({ title: title.trim().toLowerCase(), displayTitle: title.trim() })

interface ProjectDraft {
  readonly title: string
  readonly organizationGroupId: string | null
  readonly image?: File | undefined
}

export const useCreateProject = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ title, organizationGroupId, image }: ProjectDraft) =>
      createProject(
        image
          ? { ...toTitles(title), image, ...(organizationGroupId !== null && { organizationGroupId }) }
          : { ...toTitles(title), organizationGroupId },
        { client },
      ),
    onSuccess: (project) => cacheProject({ client, queryClient }, project),
  })
}

/** The fields have the names of a project's, so that conflicting changes are detected by field. */
export interface ProjectChanges {
  readonly displayTitle?: string
  readonly organizationGroupId?: string | null
  readonly imageRemoved?: boolean
  readonly file?: File
  readonly portfolios?: readonly { readonly id: string }[]
  readonly revision?: number
}

const useUpdateProject = (client: AuspexClient, projectId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ displayTitle, organizationGroupId, portfolios, file, ...changes }: ProjectChanges) => {
      const words = {
        projectId,
        ...changes,
        ...(displayTitle !== undefined && toTitles(displayTitle)),
        ...(portfolios !== undefined && { portfolios: [...portfolios] }),
      }
      return updateProject(
        file
          ? { ...words, image: file }
          : { ...words, ...(organizationGroupId !== undefined && { organizationGroupId }) },
        { client },
      )
    },
    onSuccess: (project) => cacheProject({ client, queryClient }, project),
  })
}

type SendOptions = RequestOptions

/** The project has changed, and so has its dashboard. */
const invalidateProject = async ({ client, queryClient }: QueryTools, id: string): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: getProjectQueryKey(client, id) }),
    queryClient.invalidateQueries({ queryKey: getProjectDashboardQueryKey(client, id) }),
    queryClient.invalidateQueries({ queryKey: listProjectsQueryKey(client) }),
  ])
}

const sendDeleteProject = async ({ client, queryClient }: QueryTools, id: string, options: SendOptions) => {
  try {
    await deleteProject(id, { client, ...options })
  } finally {
    await queryClient.invalidateQueries({ queryKey: listProjectsQueryKey(client) })
  }
}

export const sendAddPortfolios = async (
  { client, queryClient }: QueryTools,
  projectId: string,
  portfolioIds: readonly string[],
): Promise<void> => {
  try {
    await addPortfolios({ projectId, portfolioIds: [...portfolioIds] }, { client })
  } finally {
    await invalidateProject({ client, queryClient }, projectId)
  }
}

export const sendRemovePortfolios = async (
  { client, queryClient }: QueryTools,
  projectId: string,
  portfolioIds: readonly string[],
  options: SendOptions = {},
): Promise<void> => {
  try {
    await removePortfolios({ projectId, portfolioIds: [...portfolioIds] }, { client, ...options })
  } finally {
    await invalidateProject({ client, queryClient }, projectId)
  }
}

/** Deletes a project once the undo period is over. Its portfolios stay. */
export const useDeleteProject = () => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { delay } = useDelayedChanges()
  return ({ projectId, displayTitle }: Project) =>
    delay({
      ids: [projectId],
      text: `${displayTitle} deleted. Its portfolios are kept.`,
      send: (options) => sendDeleteProject({ client, queryClient }, projectId, options),
    })
}

/** Changes a project based on the version that the person saw when they started. */
export const useProjectChange = (project: Project) => {
  const queryClient = useQueryClient()
  const client = useClient()
  const update = useUpdateProject(client, project.projectId)
  return useRevisedChange<Project, ProjectChanges>(project, update, (stored) =>
    cacheProject({ client, queryClient }, stored),
  )
}
