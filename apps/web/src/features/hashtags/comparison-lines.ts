import type { HashtagTrends } from '@auspex/sdk'
import type { Bucket } from '../../lib/buckets.ts'

type Trends = readonly [HashtagTrends, ...HashtagTrends[]]

/** What can stand on one scale with the first: the same origin, and shares only where all have them. */
export const compareLines = (trends: Trends, buckets: readonly Bucket[]) => {
  const [main] = trends
  const compared = trends.filter(({ origin }) => origin === main.origin)
  const others = trends.filter(({ origin }) => origin !== main.origin)
  const basis = compared.every(({ days }) => days.some(({ total }) => total !== null)) ? 'share' : 'count'
  const valuesOf = ({ days }: HashtagTrends): (number | null)[] =>
    buckets.map(({ first, last }) => {
      const inside = days.filter(({ day, videos }) => day >= first && day <= last && videos !== null)
      if (inside.length === 0) return null
      const videos = inside.reduce((sum, day) => sum + (day.videos ?? 0), 0)
      if (basis === 'count') return videos
      const total = inside.reduce((sum, day) => sum + (day.total ?? 0), 0)
      return total === 0 ? null : videos / total
    })
  return { basis, compared, others, valuesOf } as const
}
