import { Skeleton } from '@mantine/core'
import { SkeletonGroup } from '../skeleton-group.tsx'

/** As high as the loaded content, so that nothing below it jumps. */
export const AudienceSkeleton = () => (
  <SkeletonGroup gap={16} name="the audience">
    <Skeleton height={58} radius="md" />
    <Skeleton height={330} radius="md" />
    <Skeleton height={130} radius="md" />
    <Skeleton height={330} radius="md" />
  </SkeletonGroup>
)
