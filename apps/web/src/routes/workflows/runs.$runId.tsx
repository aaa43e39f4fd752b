import { createFileRoute } from '@tanstack/react-router'
import { RunPage } from '../../features/workflows/run/run-page.tsx'
import { runSearchSchema } from '../../features/workflows/workflows.search.ts'

const RunRoute = () => {
  const { runId } = Route.useParams()
  return <RunPage key={runId} runId={runId} />
}

export const Route = createFileRoute('/workflows/runs/$runId')({ validateSearch: runSearchSchema, component: RunRoute })
