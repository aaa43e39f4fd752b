import { Flex, Skeleton } from '@mantine/core'
import classes from './report-skeleton.module.css'

/** The shape of a report while it loads. */
export const ReportSkeleton = () => (
  <Flex
    component="output"
    className={classes.skeleton}
    direction="column"
    gap={24}
    aria-busy="true"
    aria-label="Loading the report"
  >
    <div>
      <Skeleton height={14} width={100} mb={10} />
      <Skeleton height={40} width="min(360px, 70%)" mb={12} />
      <Skeleton height={16} width="min(480px, 90%)" />
    </div>
    <Skeleton height={112} radius={12} />
    <Skeleton height={20} width={180} mt={20} />
    <Skeleton height={150} radius={12} />
    <Skeleton height={20} width={180} mt={20} />
    <Skeleton height={320} radius={12} />
  </Flex>
)
