import { Skeleton } from '@mantine/core'
import classes from './audience.module.css'

/** As high as what comes, so that nothing below it jumps. */
export const AudienceSkeleton = () => (
  <div className={classes.parts} role="group" aria-busy="true" aria-label="Loading the audience">
    <Skeleton height={58} radius="md" />
    <Skeleton height={300} radius="md" />
  </div>
)
