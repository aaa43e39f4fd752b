import { dayShare, momentum, scoreContexts, showableRatio, whyRatioIsHidden, wilsonInterval } from '@auspex/analytics'
import type { Estimate, GrowthRatio, HashtagDay, HashtagTrends, RelatedHashtag } from '@auspex/sdk/types'
import type { HashtagDependencies } from './hashtags.types.ts'
import type { Selection, Question } from './hashtag-question.ts'

const dayMs = 86_400_000
/** Number of related hashtags listed, and minimum number of videos that two must share. */
const listedTags = 30
const minShared = 3

/** How a hashtag changed in its window. */
export async function measureTrend(
  { set, window, hasBaseline, source, coverage, lastDay }: Selection,
  { geo, period }: Question,
  { figures }: HashtagDependencies,
): Promise<HashtagTrends> {
  const [totals, dayCounts, dayTotals, countries, companions] = [
    await figures.totals(window),
    await figures.days(window),
    hasBaseline ? await figures.dayTotals(window) : [],
    await figures.countries(window),
    await figures.companions(window),
  ]
  const days = daysOf(window).map((day) => {
    const dayCount = dayCounts.find((candidate) => candidate.day === day)
    const total = dayTotals.find((candidate) => candidate.day === day)
    const isCounted = hasBaseline ? total !== undefined : set.countedFrom !== null && day >= set.countedFrom
    return presentDay(
      day,
      isCounted ? { videos: dayCount?.videos ?? 0, views: viewsOf(dayCount) } : null,
      total?.total ?? null,
    )
  })
  const isKnown = set.isComplete && days.some(({ videos }) => videos !== null)
  const total = dayTotals.reduce((sum, day) => sum + day.total, 0)
  return {
    tag: window.tag,
    geo,
    period,
    origin: source.origin,
    source,
    videos: isKnown ? totals.videos : null,
    views: isKnown ? totals.views : null,
    creators: isKnown ? totals.creators : null,
    ...shareOf(days, hasBaseline),
    ...growthOf(days, period),
    days,
    ...relatedTo(companions, { videos: totals.videos, total, hasBaseline }),
    countries: presentCountries(countries),
    ages: [],
    coverage,
    note: noteOf({ days, hasBaseline, isEmpty: totals.videos === 0, lastDay, notice: source.notice }),
  }
}

function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = []
  for (let start = Date.parse(from); start <= Date.parse(to); start += dayMs)
    days.push(new Date(start).toISOString().slice(0, 10))
  return days
}

/** Without videos there are 0 views; otherwise a sum is unknown when no video reports its views. */
function viewsOf(dayCount: { views: number | null } | undefined): number | null {
  return dayCount === undefined ? 0 : dayCount.views
}

function presentDay(
  day: string,
  counted: { videos: number; views: number | null } | null,
  total: number | null,
): HashtagDay {
  if (counted === null)
    return { day, videos: null, views: null, total: null, share: null, shareLow: null, shareHigh: null }
  const bounds = total === null ? null : wilsonInterval(counted.videos, total)
  return {
    day,
    ...counted,
    total,
    share: total === null || total === 0 ? null : counted.videos / total,
    shareLow: bounds?.low ?? null,
    shareHigh: bounds?.high ?? null,
  }
}

function shareOf(
  days: readonly HashtagDay[],
  hasBaseline: boolean,
): { share: Estimate | null; shareReason: string | null } {
  if (!hasBaseline) return { share: null, shareReason: 'The source does not say how many it has in total.' }
  const estimate = dayShare(
    days.flatMap(({ videos, total }) => (videos === null || total === null ? [] : [{ count: videos, total }])),
  )
  if (estimate === null) return { share: null, shareReason: 'There are no videos on these days, so there is no share.' }
  const { share: value, low, high, n } = estimate
  const share: Estimate = { value, low, high, n, method: 'Wilson, widened by how days scatter' }
  return { share, shareReason: null }
}

const growthReasons = {
  'series-too-short': 'The period is too short.',
  'no-coverage': 'One half of the period has no counted day.',
  'no-documents': 'No video of the counted days carries it.',
  'exposure-below-count': 'The counts of the source contradict each other.',
  'too-few': 'Fewer than ten videos are too few to measure growth.',
  'too-wide': 'The videos vary too much to measure growth.',
} as const

/** Growth of the second half of the period over the first. Excludes today, which is not over. */
function growthOf(
  days: readonly HashtagDay[],
  period: number,
): { growth: GrowthRatio | null; growthReason: string | null } {
  const completeDays = days.slice(0, -1)
  const estimate = momentum({
    counts: completeDays.map(({ videos }) => videos),
    ...(completeDays.some(({ total }) => total !== null) && { exposure: completeDays.map(({ total }) => total) }),
    windowDays: Math.floor((period - 1) / 2),
  })
  if ('unknown' in estimate) return { growth: null, growthReason: growthReasons[estimate.unknown] }
  const { ratio: value, low, high, currentCount, previousCount, basis } = estimate
  const ratio = { value, low, high, n: currentCount + previousCount }
  const hiddenReason = whyRatioIsHidden(ratio)
  if (hiddenReason !== null || showableRatio(ratio) === null)
    return { growth: null, growthReason: growthReasons[hiddenReason ?? 'too-wide'] }
  const method = `quasi-Poisson log ratio of ${basis === 'share' ? 'shares' : 'counts'}`
  return { growth: { ...ratio, method }, growthReason: null }
}

function relatedTo(
  companions: readonly { term: string; hits: number; background: number }[],
  { videos, total, hasBaseline }: { videos: number; total: number; hasBaseline: boolean },
): { relatedTags: RelatedHashtag[]; relatedReason: string | null } {
  if (!hasBaseline || total <= videos) {
    const relatedTags = companions.slice(0, listedTags).map(({ term, hits }): RelatedHashtag => ({
      tag: term,
      videos: hits,
      elsewhere: null,
      share: hits / videos,
      lift: null,
      low: null,
      high: null,
      isDistinct: null,
    }))
    const relatedReason = hasBaseline
      ? 'Every video of these days carries this hashtag: there are no others to compare with.'
      : 'The source was only searched for this hashtag, so there is nothing to compare it with.'
    return { relatedTags, relatedReason }
  }
  const scored = scoreContexts({
    candidates: companions,
    hitsTotal: videos,
    backgroundTotal: total,
    minHits: minShared,
    exclude: new Set(),
  })
  const relatedTags = scored
    .slice(0, listedTags)
    .map(({ term, hits, background, lift, liftInterval, isSignificant }): RelatedHashtag => ({
      tag: term,
      videos: hits,
      elsewhere: background - hits,
      share: hits / videos,
      lift,
      low: liftInterval.low,
      high: liftInterval.high,
      isDistinct: isSignificant,
    }))
  return { relatedTags, relatedReason: null }
}

function presentCountries(
  countries: readonly { country: string | null; videos: number }[],
): HashtagTrends['countries'] {
  const knownVideos = countries.reduce((sum, { country, videos }) => sum + (country === null ? 0 : videos), 0)
  return countries.map(({ country, videos }) => {
    const bounds = country === null ? null : wilsonInterval(videos, knownVideos)
    return {
      country,
      videos,
      share: country === null ? null : videos / knownVideos,
      low: bounds?.low ?? null,
      high: bounds?.high ?? null,
    }
  })
}

function noteOf({
  days,
  hasBaseline,
  isEmpty,
  lastDay,
  notice,
}: {
  days: readonly HashtagDay[]
  hasBaseline: boolean
  isEmpty: boolean
  lastDay: string | null
  notice: string | null
}): string | null {
  const unknownDays = days.filter(({ videos }) => videos === null).length
  const where = hasBaseline
    ? `${unknownDays === 1 ? 'is' : 'are'} not in the stored videos`
    : `${unknownDays === 1 ? 'was' : 'were'} not read to ${unknownDays === 1 ? 'its' : 'their'} end`
  const sentences = [
    notice,
    unknownDays > 0 ? `${unknownDays} of ${days.length} days ${where}.` : null,
    isEmpty && lastDay !== null ? `The newest video with it is of ${lastDay}.` : null,
  ].filter((sentence) => sentence !== null)
  return sentences.length === 0 ? null : sentences.join(' ').slice(0, 500)
}
