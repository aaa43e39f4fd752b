import {
  type ContextPoint,
  addNewContextsToContextSpace,
  type AuspexClient,
  type ContextSnippet,
  type ContextSpace,
  deleteContextSpaceData,
  type PublishedDocument,
  generateContextSpace,
  getContextSnippets,
  getContextSpace,
  listContextSpaces,
  listSignalDocuments,
  removeContext,
} from '@auspex/sdk'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { keepAnswer } from '../../lib/api/query.ts'

/** The search parameters of a report that open the documents with a context: names verbatim, several words as a phrase. */
export const evidenceSearch = ({ kind, label }: ContextPoint): { docs: 'all'; context: string } => ({
  docs: 'all',
  context: kind === 'term' && label.includes(' ') ? `"${label}"` : label,
})

const keyOf = (signalId: string) => ['context-spaces', signalId]

/** The person's newest map of a signal; null if there is none. */
export const contextSpaceOptions = (client: AuspexClient, signalId: string) =>
  queryOptions({
    queryKey: keyOf(signalId),
    queryFn: async ({ signal }): Promise<ContextSpace | null> => {
      const { items } = await listContextSpaces({ signalId, perPage: 1 }, { client, signal })
      const [newest] = items
      return newest ? getContextSpace(newest.id, { client, signal }) : null
    },
  })

/** How many documents are searched for passages; some contain a name only in another form. */
const documentsRead = 8

/** A passage of a document that contains the context. */
export interface Passage {
  text: ContextSnippet['text']
  highlights: ContextSnippet['highlights']
  readonly document: PublishedDocument
}

/** Passages with a context from a signal's newest documents, each around its first match. */
export const passagesOptions = (client: AuspexClient, signalId: string, point: ContextPoint) =>
  queryOptions({
    queryKey: ['signal', 'getContextSnippets', signalId, point.label],
    queryFn: async ({ signal }): Promise<Passage[]> => {
      const { context } = evidenceSearch(point)
      const { items: found } = await listSignalDocuments(
        signalId,
        { context, perPage: documentsRead },
        { client, signal },
      )
      if (found.length === 0) return []
      const { items } = await getContextSnippets(
        { 'document_ids[]': found.map(({ id }) => id), x_term: toPhrase(point.label) },
        { client, signal },
      )
      return items.flatMap(({ documentId, text, highlights }) => {
        const document = found.find(({ id }) => id === documentId)
        return document ? [{ document, text, highlights }] : []
      })
    },
  })

/** A label as a phrase: a name may look like an operator of the query language. */
const toPhrase = (label: string): string => `"${label.replaceAll('"', ' ').trim()}"`

/** Generates a new map of the signal; the previous one is deleted. */
export const useGenerateSpace = (signalId: string) => {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<ContextSpace> => {
      const before = cache.getQueryData<ContextSpace | null>(keyOf(signalId))
      const space = await generateContextSpace({ signalId, limit: 120 }, { client })
      if (before) await deleteContextSpaceData({ id: before.id }, { client })
      return space
    },
    onSuccess: (space) => keepAnswer(cache, keyOf(signalId), space),
  })
}

export const useAddContexts = (signalId: string) => {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: string; terms: string[] }) => addNewContextsToContextSpace(input, { client }),
    onSuccess: (space) => keepAnswer(cache, keyOf(signalId), space),
  })
}

export const useRemoveContext = (signalId: string) => {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, contextId }: { id: string; contextId: string }) => removeContext(id, contextId, { client }),
    onSuccess: (space) => keepAnswer(cache, keyOf(signalId), space),
  })
}

export const useDeleteSpace = (signalId: string) => {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteContextSpaceData({ id }, { client }),
    onSuccess: () => keepAnswer(cache, keyOf(signalId), null),
  })
}
