import { createFileRoute } from '@tanstack/react-router'
import { ProjectPage } from '../../features/projects/project-page.tsx'

const ProjectRoute = () => {
  const { projectId } = Route.useParams()
  return <ProjectPage key={projectId} projectId={projectId} />
}

export const Route = createFileRoute('/projects/$projectId')({ component: ProjectRoute })
