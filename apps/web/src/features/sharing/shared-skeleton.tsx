import { Flex, Skeleton } from '@mantine/core'

export const SharedSkeleton = () => (
  <Flex component="output" direction="column" gap={18} aria-busy="true" aria-label="Loading what was shared">
    <Skeleton height={44} width="min(520px, 90%)" />
    <Skeleton height={90} radius={12} />
    <Skeleton height={300} radius={12} />
    <Skeleton height={160} radius={12} />
  </Flex>
)
