import { type AuspexClient, type SmartRedirect, smartRedirect } from '@auspex/sdk'
import { queryOptions } from '@tanstack/react-query'
import type { TopicSearch } from './explore.search.ts'

/** How long a response stays fresh, in milliseconds, so that going back and forth sends one request. */
const goodForMs = 5 * 60_000

/** The wording that a term leads to. After a failure the term is searched as it is. */
export const redirectOptions = (client: AuspexClient, { term, geo }: Pick<TopicSearch, 'term' | 'geo'>) =>
  queryOptions({
    queryKey: ['signal', 'smartRedirect', term, geo],
    queryFn: ({ signal }) => smartRedirect({ trend_name: term ?? '', geo: geo ?? null }, { client, signal }),
    enabled: term !== undefined,
    staleTime: goodForMs,
    retry: false,
  })

/** Whether a term led to another wording than the typed one. */
export const leadsElsewhere = (redirect: SmartRedirect): boolean => redirect.signalId !== redirect.asked.signalId
