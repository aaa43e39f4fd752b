import { type Interval, wilsonInterval } from '../series/interval.ts'

/** Videos with a hashtag on one day, and all videos known for that day. */
export interface SharedDay {
  count: number
  total: number
}

/** A share with its 95 % bounds and its number of videos. */
export interface DayShare extends Interval {
  share: number
  n: number
}

/**
 * The share of several days together. Days differ by more than chance (weekdays, one creator's series), so Wilson's bounds use the effective number
 * of videos: counts and totals over φ, the Pearson χ² of the days around the common share over its degrees of freedom, never below 1 (McCullagh &
 * Nelder 1989, §4.5). Null without a day that has videos.
 */
export function dayShare(days: readonly SharedDay[]): DayShare | null {
  const known = days.filter(({ total }) => total > 0)
  const count = known.reduce((sum, day) => sum + day.count, 0)
  const n = known.reduce((sum, day) => sum + day.total, 0)
  if (n === 0) return null
  const share = count / n
  const scatter = overdispersion(known, share)
  const bounds = wilsonInterval(count / scatter, n / scatter)
  return bounds === null ? null : { share, n, ...bounds }
}

function overdispersion(days: readonly SharedDay[], share: number): number {
  if (days.length < 2 || share === 0 || share === 1) return 1
  const chiSquared = days.reduce(
    (sum, { count, total }) => sum + (count - total * share) ** 2 / (total * share * (1 - share)),
    0,
  )
  return Math.max(1, chiSquared / (days.length - 1))
}
