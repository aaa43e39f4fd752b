import { Skeleton } from '@mantine/core'
import classes from './forecast.module.css'

/** As high as what comes, so that nothing below it jumps. */
export const ForecastSkeleton = () => (
  <div className={classes.skeleton} role="group" aria-busy="true" aria-label="Loading the forecast">
    <Skeleton height={32} width={130} radius="md" />
    <Skeleton className={classes.fan} radius="md" />
    <Skeleton className={classes.models} radius="md" />
  </div>
)
