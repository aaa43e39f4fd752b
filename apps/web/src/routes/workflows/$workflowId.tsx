import { createFileRoute } from '@tanstack/react-router'
import { WorkflowPage } from '../../features/workflows/workflow-page.tsx'
import { workflowSearchSchema } from '../../features/workflows/workflows.search.ts'

const WorkflowRoute = () => {
  const { workflowId } = Route.useParams()
  return <WorkflowPage key={workflowId} workflowId={workflowId} />
}

export const Route = createFileRoute('/workflows/$workflowId')({
  validateSearch: workflowSearchSchema,
  component: WorkflowRoute,
})
