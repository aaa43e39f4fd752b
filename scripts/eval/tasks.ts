import { changepoints } from './changepoints.ts'
import type { EvalTask } from './eval.types.ts'
import { forecast } from './forecast.ts'
import { lagCorrelation } from './lag-correlation.ts'
import { searchCounts } from './search-counts.ts'
import { storyClustersTask } from './story-clusters.ts'

/** Every task, in the order of the table. */
export const tasks: readonly EvalTask[] = [storyClustersTask, changepoints, forecast, lagCorrelation, searchCounts]
