import type { Project } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useClient } from '../../lib/api.tsx'
import { useRevisedChange } from '../../lib/conflicts.ts'
import { keepProject, type ProjectChanges, useUpdateProject } from './projects.queries.ts'

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
  const save = async (changes: ProjectChanges): Promise<void> => {
    const stored = await saveRevised({ changes, base: base.current, send: (revised) => update.mutateAsync(revised) })
    base.current = stored
    keepProject({ client, queryClient }, stored)
  }
  return { save, begin, conflict, error: conflict === null ? update.error : null, isPending: update.isPending }
}
