import type { Project } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useClient } from '../../lib/api.tsx'
import { useRevisedChange } from '../../lib/conflicts.ts'
import { keepProject, type ProjectChanges, useUpdateProject } from './projects.queries.ts'

/** What a change of a project began with. */
export type ProjectBeginning = Pick<Project, 'displayTitle' | 'organizationGroupId' | 'revision'>

/** Changes a project as the person saw it when they began. */
export const useProjectChange = (project: Project) => {
  const queryClient = useQueryClient()
  const client = useClient()
  const update = useUpdateProject(client, project.projectId)
  const { conflict, save: saveRevised } = useRevisedChange<Project, ProjectChanges>()
  const base = useRef(project)
  const begin = () => {
    update.reset()
    base.current = project
  }
  /** `from` is where the typing began, if that was before the page was loaded. */
  const save = async (changes: ProjectChanges, from?: ProjectBeginning): Promise<void> => {
    const begun = { ...base.current, ...from }
    const stored = await saveRevised({ changes, base: begun, send: (revised) => update.mutateAsync(revised) })
    base.current = stored
    keepProject({ client, queryClient }, stored)
  }
  return { save, begin, conflict, error: conflict === null ? update.error : null, isPending: update.isPending }
}
