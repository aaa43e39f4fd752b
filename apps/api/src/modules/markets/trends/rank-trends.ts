import { leastGrowth } from '@auspex/analytics'
import type { Trend } from '@auspex/sdk/types'

/** Uncertain growth is listed from this many stories in the last window. */
const minUncertain = 10

/**
 * The topics that grew and are still up: what is no chance first, then what may be, each by how much its share grew at least. Omits waves that are over,
 * whatever the windows show. Copies are not counted.
 */
export function rankGrowth(trends: readonly Trend[]): Trend[] {
  return trends
    .filter(
      ({ change, isUpNow, momentum, stories }) =>
        (isGrowth(change) && isUpNow !== false) ||
        (change === 'unclear' && momentum.value > 1 && stories >= minUncertain),
    )
    .toSorted(
      (a, b) =>
        Number(isGrowth(b.change)) - Number(isGrowth(a.change)) || atLeast(b) - atLeast(a) || compareNames(a, b),
    )
}

function isGrowth(change: Trend['change']): boolean {
  return change === 'grew' || change === 'burst'
}

function atLeast({ stories, previousStories, momentum }: Trend): number {
  return leastGrowth({ stories, previous: previousStories, ratio: momentum.value })
}

function compareNames(a: Trend, b: Trend): number {
  return b.stories - a.stories || (a.term < b.term ? -1 : 1)
}

/** Sorts by certain growth that lasts, the fastest first; terms with too few stories come last. */
export function byCertainGrowth(a: Trend, b: Trend): number {
  return rankOf(a) - rankOf(b) || b.momentum.low - a.momentum.low || compareNames(a, b)
}

function rankOf({ change, isUpNow }: Trend): number {
  return isUpNow === false ? changeRanks.unclear : changeRanks[change]
}

const changeRanks = { grew: 0, burst: 1, unclear: 2, fell: 3, 'too-few': 4 } as const satisfies Record<
  Trend['change'],
  number
>
