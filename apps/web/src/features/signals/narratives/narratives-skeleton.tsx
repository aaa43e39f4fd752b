import { Skeleton } from '@mantine/core'
import { SkeletonGroup } from '../skeleton-group.tsx'
import classes from '../later-parts.module.css'

/** As high as the loaded content, so that nothing below it jumps. */
export const NarrativesSkeleton = ({ isAsked }: { isAsked?: boolean }) => (
  <SkeletonGroup gap={12} name="the narratives" isAsked={isAsked}>
    {Array.from({ length: 6 }, (_, row) => (
      <Skeleton key={row} className={classes.skeleton} radius="md" />
    ))}
  </SkeletonGroup>
)
