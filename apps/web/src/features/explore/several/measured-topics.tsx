import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { liteTopicsOptions } from './several.queries.ts'
import { TopicTable } from './topic-table.tsx'

/** What the library holds of each topic. */
export const MeasuredTopics = ({ topics }: { topics: readonly string[] }) => {
  const { data, error, refetch } = useQuery(liteTopicsOptions(useClient(), topics))
  if (data) return <TopicTable topics={topics} list={data} />
  if (error) return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
  return (
    <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the topics">
      {topics.slice(0, 8).map((topic) => (
        <Skeleton key={topic} height={40} radius="md" />
      ))}
    </Stack>
  )
}
