import type { SourceCounts, TopicSeries } from '@auspex/analytics'
import type { Random } from '../changepoints/planted-series.ts'

/** The topic as if its documents were independent of time: each source's documents of the topic are dealt at random over all its documents. */
export function dealAtRandom({ firstDay, sources }: TopicSeries, random: Random): TopicSeries {
  return { firstDay, sources: sources.map((source) => dealSource(source, random)) }
}

function dealSource({ counts, totals = [] }: SourceCounts, random: Random): SourceCounts {
  const ends: number[] = []
  let all = 0
  for (const total of totals) ends.push((all += total ?? 0))
  const shuffledCounts = counts.map(() => 0)
  for (let left = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0); left > 0; left--) {
    const day = firstAbove(ends, random.next() * all)
    shuffledCounts[day] = (shuffledCounts[day] ?? 0) + 1
  }
  return { counts: shuffledCounts, totals }
}

function firstAbove(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}
