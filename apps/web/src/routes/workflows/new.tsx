import { createFileRoute } from '@tanstack/react-router'
import { NewWorkflowPage } from '../../features/workflows/builder/new-workflow-page.tsx'
import { newWorkflowSearchSchema } from '../../features/workflows/workflows.search.ts'

export const Route = createFileRoute('/workflows/new')({
  validateSearch: newWorkflowSearchSchema,
  component: NewWorkflowPage,
})
