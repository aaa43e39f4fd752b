import { createFileRoute } from '@tanstack/react-router'
import { WorkflowsPage } from '../../features/workflows/workflows-page.tsx'

export const Route = createFileRoute('/workflows/')({ component: WorkflowsPage })
