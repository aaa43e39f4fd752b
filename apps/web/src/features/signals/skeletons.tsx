import { Stack, type StackProps, Skeleton } from '@mantine/core'
import classes from './later-parts.module.css'

interface SkeletonGroupProps extends StackProps {
  /** The name of the missing part: "the forecast". */
  name: string
  /** Whether it has been requested. Before that nothing is loading or announced. */
  isAsked?: boolean | undefined
}

/** The placeholder of a part of the report that loads separately. */
export const SkeletonGroup = ({ name, isAsked = true, ...stack }: SkeletonGroupProps) =>
  isAsked ? (
    <Stack {...stack} role="group" aria-busy="true" aria-label={`Loading ${name}`} />
  ) : (
    <Stack {...stack} aria-hidden />
  )

/** As high as the loaded content, so that nothing below it jumps. */
export const AudienceSkeleton = () => (
  <SkeletonGroup gap={16} name="the audience">
    <Skeleton height={58} radius="md" />
    <Skeleton height={330} radius="md" />
    <Skeleton height={130} radius="md" />
    <Skeleton height={330} radius="md" />
  </SkeletonGroup>
)

/** As high as the loaded content, so that nothing below it jumps. */
export const ForecastSkeleton = ({ isAsked }: { isAsked?: boolean }) => (
  <SkeletonGroup gap={16} name="the forecast" isAsked={isAsked}>
    <Skeleton height={32} width={130} radius="md" />
    <Skeleton className={classes.fan} radius="md" />
    <Skeleton className={classes.models} radius="md" />
  </SkeletonGroup>
)

/** As high as the loaded content, so that nothing below it jumps. */
export const NarrativesSkeleton = ({ isAsked }: { isAsked?: boolean }) => (
  <SkeletonGroup gap={12} name="the narratives" isAsked={isAsked}>
    {Array.from({ length: 6 }, (_, row) => (
      <Skeleton key={row} className={classes.skeleton} radius="md" />
    ))}
  </SkeletonGroup>
)
