import type { EvalTask } from './eval.types.ts'
import { storyClustersTask } from './story-clusters.ts'

/** Every task, in the order of the table. */
export const tasks: readonly EvalTask[] = [storyClustersTask]
