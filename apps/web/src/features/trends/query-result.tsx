import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { ErrorView } from '../../ui/error-view.tsx'

interface QueryResultProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> }
  /** What is loading, for screen readers. */
  label: string
  children: (data: Data) => ReactNode
}

/** Renders a query's data, a skeleton while it loads, or the failure with a retry button. */
export const QueryResult = <Data,>({ query: { data, error, refetch }, label, children }: QueryResultProps<Data>) => {
  if (data !== undefined) return children(data)
  if (error !== null && error !== undefined)
    return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
  return (
    <Stack gap={2} role="group" aria-busy="true" aria-label={label}>
      {[0, 1, 2, 3, 4, 5].map((key) => (
        <Skeleton key={key} height={58} radius="md" />
      ))}
    </Stack>
  )
}
