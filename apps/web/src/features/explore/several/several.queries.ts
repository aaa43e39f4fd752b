import { type AuspexClient, topicQueryLiteBulk } from '@auspex/sdk'
import { queryOptions } from '@tanstack/react-query'

/** What was asked last, so that Back from a report shows it again. */
export const askedTopicsKey = ['explore', 'askedTopics'] as const

/** Counts, growth and tone of many topics from the library. */
export const liteTopicsOptions = (client: AuspexClient, topics: readonly string[]) =>
  queryOptions({
    queryKey: ['explore', 'topicQueryLiteBulk', topics],
    queryFn: ({ signal }) =>
      topicQueryLiteBulk({ queries: topics.map((query_term) => ({ query_term })) }, { client, signal }),
    enabled: topics.length > 0,
  })
