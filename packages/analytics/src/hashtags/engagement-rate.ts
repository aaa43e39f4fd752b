import { type Interval, wilsonInterval } from '../series/interval.ts'
import { studentPoint } from './student-point.ts'

/** A video's reactions and views, as far as they are known. */
export interface VideoReactions {
  views: number | null
  likes: number | null
  comments: number | null
  shares: number | null
}

/** Reactions over views; bounds are null where they cannot be given. */
export interface EngagementRate {
  rate: number
  interval: Interval | null
  /** Number of videos it is based on. */
  videos: number
}

/**
 * The number of reactions to a video: the sum of the known likes, comments and shares. Null when none of them is known. If some are missing, the sum
 * is a lower bound; one source hides the same figures for all of its videos, so they can be compared.
 */
export function reactionsOf({ likes, comments, shares }: Omit<VideoReactions, 'views'>): number | null {
  const known = [likes, comments, shares].filter((number) => number !== null)
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0)
}

/** The rate of one video, with Wilson's bounds: each view is one chance to react. Null without views. At most 1. */
export function videoEngagement(video: VideoReactions): EngagementRate | null {
  const reactions = reactionsOf(video)
  if (reactions === null || video.views === null || video.views === 0) return null
  const capped = Math.min(reactions, video.views)
  return { rate: capped / video.views, interval: wilsonInterval(capped, video.views), videos: 1 }
}

/** Sums over several videos; reactions to one video count at most as its views. Videos with unknown numbers, or without views, are left out. */
export interface ReactionSums {
  videos: number
  views: number
  reactions: number
  viewsSquared: number
  reactionsSquared: number
  /** Σ views · reactions. */
  product: number
}

/**
 * The rate of several videos together: Σ reactions / Σ views. Viewers of one video are not independent of those of the next, so the bounds come from
 * how the videos scatter around the rate (ratio estimator, Cochran 1977, Sampling Techniques, §6.4, with t), and are null for one video.
 */
export function pooledEngagement(sums: ReactionSums): EngagementRate | null {
  const { videos, views, reactions } = sums
  if (videos === 0 || views === 0) return null
  const rate = reactions / views
  if (videos < 2) return { rate, interval: null, videos }
  const squares = Math.max(0, sums.reactionsSquared - 2 * rate * sums.product + rate ** 2 * sums.viewsSquared)
  const half = (studentPoint(videos - 1) * Math.sqrt((videos / (videos - 1)) * squares)) / views
  return { rate, interval: { low: Math.max(0, rate - half), high: Math.min(1, rate + half) }, videos }
}
