import type { SourceRun } from '@auspex/sdk'
import { statusWords } from '../../../lib/words.ts'

/** From so many on, sources that failed for one reason are told of once. */
const many = 3

/** Runs that stand for themselves, and groups of those that failed alike: one cause is said once. */
export const groupRuns = (
  runs: readonly SourceRun[],
): { readonly alone: readonly SourceRun[]; readonly alike: readonly (readonly SourceRun[])[] } => {
  const failed = runs.filter(({ status, reason }) => statusWords[status].state === 'failed' && reason !== null)
  const groups = Object.values(Object.groupBy(failed, ({ status, reason }) => `${status} ${reason}`))
  const alike = groups.filter((group) => group !== undefined).filter((group) => group.length >= many)
  const grouped = new Set(alike.flat())
  return { alone: runs.filter((run) => !grouped.has(run)), alike }
}
