import { Skeleton, Stack } from '@mantine/core'
import classes from './narratives.module.css'

export const NarrativesSkeleton = () => (
  <Stack gap="sm" role="group" aria-busy="true" aria-label="Loading the narratives">
    {Array.from({ length: 6 }, (_, row) => (
      <Skeleton key={row} className={classes.skeleton} radius="md" />
    ))}
  </Stack>
)
