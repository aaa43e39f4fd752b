import type { SourceRun } from '@auspex/sdk'
import { statusWords } from './words.ts'

/** How many sources must fail for the same reason to be shown as one group. */
const leastGroupSize = 3

/** Groups runs that failed for the same reason, so that one cause is shown once; all other runs stay alone. */
export const groupRuns = (
  runs: readonly SourceRun[],
): { readonly alone: readonly SourceRun[]; readonly alike: readonly (readonly SourceRun[])[] } => {
  const failedRuns = runs.filter(({ status, reason }) => statusWords[status].state === 'failed' && reason !== null)
  const groups = Object.values(Object.groupBy(failedRuns, ({ status, reason }) => `${status} ${reason}`))
  const alike = groups.filter((group) => group !== undefined).filter((group) => group.length >= leastGroupSize)
  const grouped = new Set(alike.flat())
  return { alone: runs.filter((run) => !grouped.has(run)), alike }
}
