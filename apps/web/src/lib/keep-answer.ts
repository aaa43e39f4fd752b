import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Shows the response to a change. Cancels pending reads, which may be older than the change and would show the previous state again. */
export const keepAnswer = (queryClient: QueryClient, queryKey: QueryKey, answer: unknown): void => {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
