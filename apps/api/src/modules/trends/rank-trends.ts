import type { Trend } from '@auspex/sdk/types'

/** A word is left out when this part of its documents is told by a longer term. */
const twinShare = 0.7

/** Growth that is not certain is shown from this many documents on. */
const minUncertain = 10

/**
 * The terms that grew, by the lower end of their interval: those that grew for certain come first, and a large ratio of
 * few documents comes after a sure one.
 */
export function rankGrowth(trends: readonly Trend[]): Trend[] {
  const grown = trends.filter(
    (trend) => trend.momentum.low > 1 || (trend.momentum.value > 1 && trend.documents >= minUncertain),
  )
  return withoutTwins(grown.toSorted(byCertainGrowth))
}

/** Fastest certain growth first. */
export function byCertainGrowth(a: Trend, b: Trend): number {
  return b.momentum.low - a.momentum.low || b.documents - a.documents || (a.term < b.term ? -1 : 1)
}

function withoutTwins(trends: readonly Trend[]): Trend[] {
  const pairs = trends.filter(({ term }) => term.includes(' '))
  return trends.filter(({ term, documents }) => {
    if (term.includes(' ')) return true
    return !pairs.some((pair) => pair.term.split(' ').includes(term) && pair.documents >= twinShare * documents)
  })
}
