import { type Interval, studentPoint, wilsonInterval, z95 } from '../series/interval.ts'

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
export function sumReactions({ likes, comments, shares }: Omit<VideoReactions, 'views'>): number | null {
  const known = [likes, comments, shares].filter((number) => number !== null)
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0)
}

/** The rate of one video, with Wilson's bounds: each view is one chance to react. Null without views. At most 1. */
export function videoEngagement(video: VideoReactions): EngagementRate | null {
  const reactions = sumReactions(video)
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

/** The views of a typical video. */
export interface TypicalViews {
  videos: number
  median: number
  /** 95 % bounds of the median; null with fewer than six values, which cannot bound it with that certainty. */
  interval: Interval | null
  lowerQuarter: number
  upperQuarter: number
  /** Share of all views that belongs to the most viewed video; null when there are no views. */
  topShare: number | null
  /** Whether that share stands out. Among fewer than six videos it always may. */
  hasHit: boolean
}

/** With five values even the smallest and the largest contain the median between them with only 94 %. */
const minForBounds = 6
/** From this share on, the most viewed video is a hit. */
const hitShare = 0.3

/**
 * Median and quartiles of views, none of which one viral hit moves. The bounds of the median are order statistics and do not depend on the
 * distribution of the values: the binomial's normal approximation with half a rank to the outside (Conover 1999, Practical Nonparametric Statistics,
 * §3.2). Null without values.
 */
export function typicalViews(views: readonly number[]): TypicalViews | null {
  if (views.length === 0) return null
  const sorted = Float64Array.from(views).toSorted()
  const total = sorted.reduce((sum, value) => sum + value, 0)
  const topShare = total === 0 ? null : (sorted.at(-1) ?? 0) / total
  return {
    videos: sorted.length,
    median: quantile(sorted, 0.5),
    interval: medianInterval(sorted),
    lowerQuarter: quantile(sorted, 0.25),
    upperQuarter: quantile(sorted, 0.75),
    topShare,
    hasHit: topShare !== null && topShare >= hitShare && sorted.length >= minForBounds,
  }
}

/** The median; null without values. */
export function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : quantile(Float64Array.from(values).toSorted(), 0.5)
}

/** How far views are from the typical number, in halvings and doublings: a video with half the median is as far away as one with twice the median. */
export function distanceFromUsual(views: number, median: number): number {
  return Math.abs(Math.log2((views + 1) / (median + 1)))
}

/** Between ranks the value is interpolated (Hyndman & Fan 1996, type 7). */
function quantile(sorted: Float64Array, share: number): number {
  const rank = (sorted.length - 1) * share
  const below = Math.floor(rank)
  const low = sorted[below] ?? 0
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low
  return low + (high - low) * (rank - below)
}

function medianInterval(sorted: Float64Array): Interval | null {
  const n = sorted.length
  if (n < minForBounds) return null
  const half = (z95 * Math.sqrt(n)) / 2
  const first = Math.max(0, Math.floor(n / 2 - half - 0.5))
  const last = Math.min(n - 1, Math.ceil(n / 2 + half - 0.5))
  return { low: sorted[first] ?? 0, high: sorted[last] ?? 0 }
}

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

export type ConcentrationVerdict = 'one_voice' | 'few_voices' | 'many_voices' | 'unknown'

/** How concentrated something is among creators. */
export interface Concentration {
  creators: number
  topShare: number
  topTenShare: number
  /** The number of creators of equal size that would be as concentrated. */
  effectiveCreators: number
  /** Its 95 % bounds, if the creators are a sample of more of the same kind; null with fewer than ten. */
  interval: Interval | null
  verdict: ConcentrationVerdict
}

const minCreators = 10
const majorityShare = 0.5
/** From this share on, one creator dominates: with a bare majority, the others still matter. */
const dominantShare = 0.7

/**
 * The inverse of the sum of squared shares (Hirschman 1945; Herfindahl 1950; as an effective number: Laakso & Taagepera 1979), with bounds from each
 * creator's influence on its logarithm (infinitesimal jackknife, Efron 1982). They are a little too narrow where few large creators dominate: with
 * exponential sizes they cover in 89 of 100 cases. Sizes are ≥ 0; null when they sum to 0.
 */
export function concentration(sizes: readonly number[]): Concentration | null {
  const sorted = sizes.filter((size) => size > 0).toSorted((a, b) => b - a)
  const total = sorted.reduce((sum, size) => sum + size, 0)
  if (total === 0) return null
  const creators = sorted.length
  const squares = sorted.reduce((sum, size) => sum + size ** 2, 0)
  const effectiveCreators = Math.min(creators, total ** 2 / squares)
  const topShare = (sorted[0] ?? 0) / total
  const topTenShare = sorted.slice(0, 10).reduce((sum, size) => sum + size, 0) / total
  return {
    creators,
    topShare,
    topTenShare,
    effectiveCreators,
    interval: creators < minCreators ? null : jackknifeBounds({ sorted, total, squares, effectiveCreators }),
    verdict: judgeSurprise({ creators, topShare, topTenShare }),
  }
}

function jackknifeBounds({
  sorted,
  total,
  squares,
  effectiveCreators,
}: {
  sorted: readonly number[]
  total: number
  squares: number
  effectiveCreators: number
}): Interval {
  const n = sorted.length
  const variance = sorted.reduce((sum, size) => sum + ((2 * size) / total - size ** 2 / squares - 1 / n) ** 2, 0)
  const spread = studentPoint(n - 1) * Math.sqrt((n / (n - 1)) * variance)
  return {
    low: Math.max(1, effectiveCreators * Math.exp(-spread)),
    high: Math.min(n, effectiveCreators * Math.exp(spread)),
  }
}

/** Among fewer than twenty equal creators, ten always have half: that is true of any creators, so it is not reported. */
function judgeSurprise({
  creators,
  topShare,
  topTenShare,
}: {
  creators: number
  topShare: number
  topTenShare: number
}): ConcentrationVerdict {
  if (topShare >= dominantShare && creators > 1) return 'one_voice'
  if (topShare >= majorityShare && creators > 1) return 'few_voices'
  if (creators < 2 * minCreators) return 'unknown'
  return topTenShare >= majorityShare ? 'few_voices' : 'many_voices'
}
