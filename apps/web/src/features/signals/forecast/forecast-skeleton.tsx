import { Skeleton } from '@mantine/core'
import { SkeletonGroup } from '../skeleton-group.tsx'
import classes from '../later-parts.module.css'

/** As high as the loaded content, so that nothing below it jumps. */
export const ForecastSkeleton = ({ isAsked }: { isAsked?: boolean }) => (
  <SkeletonGroup gap={16} name="the forecast" isAsked={isAsked}>
    <Skeleton height={32} width={130} radius="md" />
    <Skeleton className={classes.fan} radius="md" />
    <Skeleton className={classes.models} radius="md" />
  </SkeletonGroup>
)
