import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { ContextSpacePage } from '../../features/context-space/context-space-page.tsx'
import { contextSpaceOptions } from '../../features/context-space/context-space.queries.ts'

/** The URL of a context space: its display options and the selected context. */
const contextSpaceSearchSchema = z.object({
  view: orElse(z.optional(z.literal('list')), undefined),
  colour: orElse(z.optional(z.literal('tone')), undefined),
  /** What the map shows: its contexts unless said otherwise. */
  of: orElse(z.optional(z.literal('narratives')), undefined),
  /** Selected narrative. */
  narrative: orElse(z.optional(z.string().check(z.regex(/^nar_[a-z0-9]{1,40}$/))), undefined),
  /** Selected context. */
  context: orElse(z.optional(z.string().check(z.regex(/^ctx_[a-z0-9]{1,40}$/))), undefined),
})

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
