import type { Trend } from '@auspex/sdk/types'

/** A word is left out when this part of its stories is told by a longer term. */
const twinShare = 0.7

/** Growth that is not certain is listed from this many stories of the last window on. */
const minUncertain = 10

/** The terms that grew: those that grew for certain first, each part by the lower end of its interval. Copies count for nothing. */
export function rankGrowth(trends: readonly Trend[]): Trend[] {
  const grown = trends.filter(
    ({ change, momentum, stories }) =>
      change === 'grew' || (change === 'unclear' && momentum.value > 1 && stories >= minUncertain),
  )
  return withoutTwins(grown.toSorted(byCertainGrowth))
}

/** Certain growth first, and the fastest of it. What is too little to tell comes last. */
export function byCertainGrowth(a: Trend, b: Trend): number {
  return (
    places[a.change] - places[b.change] ||
    b.momentum.low - a.momentum.low ||
    b.stories - a.stories ||
    (a.term < b.term ? -1 : 1)
  )
}

const places = { grew: 0, unclear: 1, fell: 2, 'too-few': 3 } as const satisfies Record<Trend['change'], number>

function withoutTwins(trends: readonly Trend[]): Trend[] {
  const pairs = trends.filter(({ term }) => term.includes(' '))
  const told = new Map(trends.map((trend) => [trend.term, trend.stories]))
  return trends.filter(({ term, stories }) => {
    // of "restaurant" and "restaurants" the one that more stories tell
    const other = term.endsWith('s') ? term.slice(0, -1) : `${term}s`
    const others = told.get(other) ?? 0
    if (others > stories || (others === stories && term.endsWith('s'))) return false
    if (term.includes(' ')) return true
    return !pairs.some((pair) => pair.term.split(' ').includes(term) && pair.stories >= twinShare * stories)
  })
}
