import type { Project } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useClient } from '../../lib/api.tsx'
import { useRevisedChange } from '../../lib/conflicts.ts'
import { keepProject, type ProjectChanges, useUpdateProject } from './projects.queries.ts'

/** The state of a project when an edit started. */
export type ProjectBeginning = Pick<Project, 'displayTitle' | 'organizationGroupId' | 'revision'>

/** Changes a project based on the version that the person saw when they started. */
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
  /** `from` is the version that the draft started from, if that was before the page was loaded. */
  const save = async (changes: ProjectChanges, from?: ProjectBeginning): Promise<void> => {
    const initial = { ...base.current, ...from }
    const stored = await saveRevised({ changes, base: initial, send: (revised) => update.mutateAsync(revised) })
    base.current = stored
    keepProject({ client, queryClient }, stored)
  }
  return { save, begin, conflict, error: conflict === null ? update.error : null, isPending: update.isPending }
}
