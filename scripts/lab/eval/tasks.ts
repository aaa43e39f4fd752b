import { changepoints } from './changepoints.ts'
import { claims } from './claims.ts'
import { comparison } from './comparison.ts'
import type { EvalTask } from './eval.types.ts'
import { events } from './events.ts'
import { feeds } from './feeds.ts'
import { forecast } from './forecast.ts'
import { lagCorrelation } from './lag-correlation.ts'
import { language } from './language.ts'
import { searchCounts } from './search-counts.ts'
import { spelling } from './spelling.ts'
import { storyClustersTask } from './story-clusters.ts'
import { tone } from './tone.ts'

/** Every task, in the order of the table. */
export const tasks: readonly EvalTask[] = [
  tone,
  language,
  storyClustersTask,
  changepoints,
  events,
  forecast,
  lagCorrelation,
  comparison,
  searchCounts,
  claims,
  spelling,
  feeds,
]
