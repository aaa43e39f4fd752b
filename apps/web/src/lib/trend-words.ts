import type { Trend, TrendHeadline, TrendList } from '@auspex/sdk'
import { formatCount, formatDay, formatTimes, formatPlural } from './format.ts'

/** Whether a change is more than chance and current: a topic that grew and is down again is not listed as growing. */
export const isCertain = ({ change, isUpNow }: Pick<Trend, 'change' | 'isUpNow'>): boolean =>
  (change === 'grew' && isUpNow !== false) || change === 'fell'

/** The change of a trend as shown in a row: a ratio if the counts support one, otherwise the two counts, and never an absurd interval. */
export const formatTrend = ({
  change,
  isRatioTold,
  momentum,
  stories,
  previousStories,
}: Pick<Trend, 'change' | 'isRatioTold' | 'momentum' | 'stories' | 'previousStories'>): {
  value: string
  interval: string
  isSure: boolean
} => {
  const isSure = change === 'grew' || change === 'fell'
  if (change === 'too-few') return { isSure, value: 'too few', interval: 'to tell' }
  if (change === 'unclear')
    return {
      isSure,
      value: 'uncertain',
      interval: isRatioTold ? `×${formatTimes(momentum.low)} to ×${formatTimes(momentum.high)}` : 'too few to tell',
    }
  if (!isRatioTold)
    return previousStories === 0
      ? { isSure, value: 'new', interval: 'none before' }
      : { isSure, value: change, interval: `${formatCount(previousStories)} → ${formatCount(stories)}` }
  const value = `×${formatTimes(momentum.value)}`
  return change === 'grew'
    ? { isSure, value, interval: `at least ×${formatTimes(momentum.low)}` }
    : { isSure, value, interval: `at most ×${formatTimes(momentum.high)}` }
}

/** "54 stories in 28 days, 30 in the 28 before · peak 7 Nov 2026". If a source covers only part of the period, uses the server's sentence. */
export const captionOfTrend = (trend: Trend, windowDays: number): string => {
  const { stories, previousStories, peakDay, days, why } = trend
  const counts = days.includes(null)
    ? (why.split(':')[0] ?? why)
    : `${formatPlural(stories, 'story', 'stories')} in ${windowDays} days, ${previousStories === 0 ? 'none' : formatCount(previousStories)} in the ${windowDays} before`
  return [counts, describeCollection(trend), peakDay !== null && `peak ${formatDay(peakDay)}`]
    .filter(Boolean)
    .join(' · ')
}

/** Explains why the counts alone contradict the growth: "40 % less was collected in all". */
const describeCollection = ({ change, isRatioTold, momentum, stories, previousStories }: Trend): string => {
  if (!isRatioTold || (change !== 'grew' && change !== 'fell') || stories === 0 || previousStories === 0) return ''
  const collected = stories / previousStories / momentum.value
  if (collected < 0.8) return `${Math.round((1 - collected) * 100)} % less was collected in all`
  return collected > 1.25 ? `×${formatTimes(collected)} as much was collected in all` : ''
}

/** The accessible description of a trend's sparkline. */
export const lineOfTrend = ({ windowDays, stepDays }: Pick<TrendList, 'windowDays' | 'stepDays'>): string =>
  `Stories a ${stepDays === 1 ? 'day' : 'week'} over the last ${windowDays * 2} days`

/** The publisher and date of a headline: "altoonamirror.com, 7 Nov 2026". */
export const tellHeadline = ({
  title,
  url,
  outlet,
  publishedAt,
}: TrendHeadline): { title: string; url: string | null; caption: string } => ({
  title,
  url,
  caption: `${outlet}, ${formatDay(publishedAt)}`,
})
