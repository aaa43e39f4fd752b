import type { Trend } from '@auspex/sdk/types'

/** A word is omitted when a longer term covers this part of its stories. */
const twinShare = 0.7

/** Uncertain growth is listed from this many stories in the last window. */
const minUncertain = 10

/**
 * The terms that grew and are still up: those with certain growth first, each part sorted by the lower bound of its interval. Omits waves that are
 * over, whatever the windows show. Copies are not counted.
 */
export function rankGrowth(trends: readonly Trend[]): Trend[] {
  const grown = trends.filter(
    ({ change, isUpNow, momentum, stories }) =>
      (change === 'grew' && isUpNow !== false) ||
      (change === 'unclear' && momentum.value > 1 && stories >= minUncertain),
  )
  return withoutTwins(grown.toSorted(byCertainGrowth))
}

/** Sorts by certain growth that lasts, the fastest first; terms with too few stories come last. */
export function byCertainGrowth(a: Trend, b: Trend): number {
  return rankOf(a) - rankOf(b) || b.momentum.low - a.momentum.low || b.stories - a.stories || (a.term < b.term ? -1 : 1)
}

function rankOf({ change, isUpNow }: Trend): number {
  return isUpNow === false ? changeRanks.unclear : changeRanks[change]
}

const changeRanks = { grew: 0, unclear: 1, fell: 2, 'too-few': 3 } as const satisfies Record<Trend['change'], number>

function withoutTwins(trends: readonly Trend[]): Trend[] {
  const pairs = trends.filter(({ term }) => term.includes(' '))
  const storiesByTerm = new Map(trends.map((trend) => [trend.term, trend.stories]))
  return trends.filter(({ term, stories }) => {
    // of "restaurant" and "restaurants" the one with more stories
    const other = term.endsWith('s') ? term.slice(0, -1) : `${term}s`
    const others = storiesByTerm.get(other) ?? 0
    if (others > stories || (others === stories && term.endsWith('s'))) return false
    if (term.includes(' ')) return true
    return !pairs.some((pair) => pair.term.split(' ').includes(term) && pair.stories >= twinShare * stories)
  })
}
