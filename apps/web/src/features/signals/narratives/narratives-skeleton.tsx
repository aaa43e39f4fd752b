import { Skeleton, Stack } from '@mantine/core'

export const NarrativesSkeleton = () => (
  <Stack gap="sm" role="group" aria-busy="true" aria-label="Loading the narratives">
    {Array.from({ length: 5 }, (_, row) => (
      <Skeleton key={row} height={52} radius="md" />
    ))}
  </Stack>
)
