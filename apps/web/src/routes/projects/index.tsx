import { createFileRoute } from '@tanstack/react-router'
import { ProjectsPage } from '../../features/projects/projects-page.tsx'
import { projectsSearchSchema } from '../../features/projects/projects.search.ts'

export const Route = createFileRoute('/projects/')({
  validateSearch: projectsSearchSchema,
  component: ProjectsPage,
})
