import { createFileRoute } from '@tanstack/react-router'
import { ContextSpacePage } from '../../features/context-space/context-space-page.tsx'
import { contextSpaceOptions } from '../../features/context-space/context-space.queries.ts'
import { contextSpaceSearchSchema } from '../../features/signals/signals.search.ts'

const ContextSpaceRoute = () => {
  const { signalId } = Route.useParams()
  return <ContextSpacePage key={signalId} signalId={signalId} />
}

export const Route = createFileRoute('/signals/$signalId_/contexts')({
  validateSearch: contextSpaceSearchSchema,
  // Not awaited: the page has its own skeleton and its own error view.
  loader: ({ context, params }) =>
    void context.queryClient.prefetchQuery(contextSpaceOptions(context.client, params.signalId)),
  component: ContextSpaceRoute,
})
