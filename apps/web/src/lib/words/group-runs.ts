import type { SourceRun } from '@auspex/sdk'
import { statusWords } from './words.ts'

/** The minimum number of sources that must fail for the same reason to be shown as one group. */
const minGroupSize = 3

/** Groups runs that failed for the same reason, so that one cause is shown once; all other runs stay ungrouped. */
export const groupRuns = (
  runs: readonly SourceRun[],
): { readonly ungrouped: readonly SourceRun[]; readonly sameReason: readonly (readonly SourceRun[])[] } => {
  const failedRuns = runs.filter(({ status, reason }) => statusWords[status].state === 'failed' && reason !== null)
  const groups = Object.values(Object.groupBy(failedRuns, ({ status, reason }) => `${status} ${reason}`))
  const sameReason = groups.filter((group) => group !== undefined).filter((group) => group.length >= minGroupSize)
  const grouped = new Set(sameReason.flat())
  return { ungrouped: runs.filter((run) => !grouped.has(run)), sameReason }
}

/** How many sources answered (even with no documents), failed or were stopped, and are still being searched. */
export const countRuns = (
  runs: readonly SourceRun[],
): { readonly answered: number; readonly unanswered: number; readonly waiting: number } => {
  const states = runs.map(({ status }) => statusWords[status].state)
  const answered = states.filter((state) => state === 'good' || state === 'empty').length
  const waiting = states.filter((state) => state === 'waiting').length
  return { answered, unanswered: states.length - answered - waiting, waiting }
}
