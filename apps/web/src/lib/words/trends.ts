import type { Trend, TrendHeadline, TrendList } from '@auspex/sdk'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { formatCount, formatTimes, formatPlural } from '../numbers/format.ts'
import { formatDay } from '../time/format.ts'

/** Whether a change is more than chance and current: a topic that grew and is down again is not listed as growing. */
export const isCertain = ({ change, isUpNow }: Trend): boolean =>
  ((change === 'grew' || change === 'burst') && isUpNow !== false) || change === 'fell'

/** The change of a trend as shown in a row: a ratio if the counts support one, otherwise the two counts, and never an absurd interval. */
export const formatTrend = ({
  change,
  isRatioTold,
  momentum,
  stories,
  previousStories,
}: Trend): {
  value: string
  interval: string
  isSure: boolean
} => {
  const isSure = change === 'grew' || change === 'burst' || change === 'fell'
  if (change === 'too-few') return { isSure, value: 'too few', interval: 'to tell' }
  if (change === 'unclear')
    return {
      isSure,
      value: 'unclear',
      interval: isRatioTold ? `×${formatTimes(momentum.low)} to ×${formatTimes(momentum.high)}` : 'too few to tell',
    }
  // of a burst the two counts are certain, and a ratio of so uneven days is not
  if (!isRatioTold || change === 'burst')
    return previousStories === 0
      ? { isSure, value: 'new', interval: 'none before' }
      : { isSure, value: change, interval: `${formatCount(previousStories)} → ${formatCount(stories)}` }
  const value = `×${formatTimes(momentum.value)}`
  return change === 'grew'
    ? { isSure, value, interval: `at least ×${formatTimes(momentum.low)}` }
    : { isSure, value, interval: `at most ×${formatTimes(momentum.high)}` }
}

/** "54 stories in 28 days, 30 in the 28 before · 23 outlets · since 24 Oct 2026". If a source covers only part of the period, uses the server's sentence. */
const captionOfTrend = (trend: Trend, windowDays: number): string => {
  const { stories, previousStories, outlets, since, days, why } = trend
  const counts = days.includes(null)
    ? (why.split(':')[0] ?? why)
    : `${formatPlural(stories, 'piece')} in ${windowDays} days, ${previousStories === 0 ? 'none' : formatCount(previousStories)} in the ${windowDays} before`
  return [
    counts,
    describeCollection(trend),
    outlets > 0 && formatPlural(outlets, 'outlet'),
    since !== null && `since ${formatDay(since)}`,
    describeYear(trend),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** "×2.1 compared with a year before"; empty where that is not known. */
const describeYear = ({ yearBefore: { stories, growth } }: Trend): string => {
  if (growth === null) return ''
  if (stories === 0) return 'none a year before'
  const isClear = growth.low > 1 || growth.high < 1
  return isClear
    ? `×${formatTimes(growth.value)} compared with a year before`
    : 'no clear change compared with a year before'
}

/** Explains why the counts alone contradict the growth: "40% less was collected in all". */
const describeCollection = ({ change, isRatioTold, momentum, stories, previousStories }: Trend): string => {
  if (!isRatioTold || (change !== 'grew' && change !== 'fell') || stories === 0 || previousStories === 0) return ''
  const collected = stories / previousStories / momentum.value
  if (collected < 0.8) return `${Math.round((1 - collected) * 100)}% less was collected in all`
  return collected > 1.25 ? `×${formatTimes(collected)} as much was collected in all` : ''
}

/** The days that trends compare, and those of a point. */
export type TrendWindows = Pick<TrendList, 'windowDays' | 'stepDays'>

/** The accessible description of a trend's sparkline. */
const lineOfTrend = ({ windowDays, stepDays }: TrendWindows): string =>
  `Pieces a ${stepDays === 1 ? 'day' : 'week'} over the last ${windowDays * 2} days`

/** A trend as `ui/measured-row.tsx` shows it. */
export const toMeasuredRow = (trend: Trend, windows: TrendWindows) => ({
  title: trend.term,
  terms: trend.terms.slice(1),
  caption: captionOfTrend(trend, windows.windowDays),
  values: trend.days,
  valuesLabel: lineOfTrend(windows),
  ...formatTrend(trend),
})

/** The publisher and date of a headline: "altoonamirror.com, 7 Nov 2026". */
export const toHeadline = ({
  title,
  url,
  outlet,
  publishedAt,
}: TrendHeadline): { title: string; url: string | null; caption: string } => ({
  title,
  url,
  caption: `${outlet}, ${formatDay(publishedAt)}`,
})

/** Lengths in days of the windows that are tried if the usual one shows nothing certain. */
type GrowthWindow = 28 | 90 | 365

type TrendQuery = UseQueryResult<TrendList, unknown>

interface Growth {
  /** The trends of the shortest window in which something grew for certain; those of the usual window if there is none. */
  readonly query: TrendQuery
  /** The windows, in days, that were tried before and in which nothing grew for certain. */
  readonly quietWindows: readonly number[]
}

/**
 * Trends over the usual window, or over a longer one if nothing changed for certain: a quiet month tells a new user little. A
 * window that the person chose is not changed.
 */
export const useGrowth = <Failure>(
  createOptions: (windowDays?: GrowthWindow) => UseQueryOptions<TrendList, Failure>,
  isWindowChosen = false,
): Growth => {
  const defaultQuery = useQuery(createOptions())
  const first = isWindowChosen ? undefined : defaultQuery.data
  const needs28 = isQuiet(first) && first.windowDays < 28
  const over28 = useQuery({ ...createOptions(28), enabled: needs28 })
  const needs90 = needs28 ? isQuiet(over28.data) : isQuiet(first) && first.windowDays < 90
  const over90 = useQuery({ ...createOptions(90), enabled: needs90 })
  const needs365 = needs90 ? isQuiet(over90.data) : false
  const over365 = useQuery({ ...createOptions(365), enabled: needs365 })
  const longer = [needs28 && over28, needs90 && over90, needs365 && over365].filter((query) => query !== false)
  return choose(defaultQuery, longer)
}

const isQuiet = (trends: TrendList | undefined): trends is TrendList =>
  trends !== undefined && trends.asOf !== null && !trends.items.some(isCertain)

const choose = (usual: TrendQuery, longer: readonly TrendQuery[]): Growth => {
  const pending = longer.find(({ isPending }) => isPending)
  // Avoids showing the quiet list briefly before another one replaces it.
  if (pending) return { query: pending, quietWindows: [] }
  const all = [usual, ...longer]
  const firstWindow = longer.find(({ data }) =>
    data?.items.some(({ change, isUpNow }) => (change === 'grew' || change === 'burst') && isUpNow !== false),
  )
  const before = firstWindow === undefined ? all : all.slice(0, all.indexOf(firstWindow))
  return {
    query: firstWindow ?? usual,
    quietWindows: before.flatMap(({ data }) => (isQuiet(data) ? [data.windowDays] : [])),
  }
}

/** "Nothing clearly grew in 28 days." Empty if the usual window is shown. */
export const describeQuietWindows = (quietWindows: readonly number[], windowDays: number): string =>
  quietWindows.length === 0 || quietWindows.includes(windowDays)
    ? ''
    : `Nothing clearly grew in ${joinWindows(quietWindows)} days.`

/** The text for a library in which no window has anything to show. */
export const describeQuietLibrary = (quietWindows: readonly number[], windowDays: number): string =>
  `No topic clearly took a larger share of the last ${joinWindows(quietWindows.length === 0 ? [windowDays] : quietWindows)} days than of as many days before.`

/** "28", "28 or 90", "28, 90 or 365". */
const joinWindows = (windows: readonly number[]): string =>
  windows.length < 2 ? windows.join('') : `${windows.slice(0, -1).join(', ')} or ${windows.at(-1)}`
