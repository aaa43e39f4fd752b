import { type AuspexClient, type SmartRedirect, smartRedirect } from '@auspex/sdk'
import { queryOptions } from '@tanstack/react-query'
import type { TopicSearch } from './explore.search.ts'

/** Milliseconds for which an answer is good: going back and forth asks once. */
const goodForMs = 5 * 60_000

/** Where a term leads. A failure leads nowhere: the term is searched as it is. */
export const redirectOptions = (client: AuspexClient, { term, geo }: Pick<TopicSearch, 'term' | 'geo'>) =>
  queryOptions({
    queryKey: ['signal', 'smartRedirect', term, geo],
    queryFn: ({ signal }) => smartRedirect({ trend_name: term ?? '', geo: geo ?? null }, { client, signal }),
    enabled: term !== undefined,
    staleTime: goodForMs,
    retry: false,
  })

/** Whether a term led to another wording than the one that was typed. */
export const leadsElsewhere = (redirect: SmartRedirect): boolean => redirect.signalId !== redirect.asked.signalId
