import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Shows what a change was answered with. A read that is still under way may be older than the change, and would show again what was before. */
export const keepAnswer = (queryClient: QueryClient, queryKey: QueryKey, answer: unknown): void => {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
