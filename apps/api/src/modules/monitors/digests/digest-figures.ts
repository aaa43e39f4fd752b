import { daysBetween, formatDayOfYear, plainNumber } from '@auspex/analytics'
import { isLike, isShortWindow, type ReportNews } from '../../reports/index.ts'

/** Whether a reader takes it as a rise: more than before, or as much as before and more than usual. */
export function directionOf({ stories, before }: ReportNews): 'up' | 'down' {
  return before !== null && stories < before && !isLike(stories, before) ? 'down' : 'up'
}

export function describeWindow({ fromDay, toDay }: ReportNews): string {
  const days = daysBetween(fromDay, toDay) + 1
  return days === 1 ? 'day' : days === 7 ? 'week' : `${days} days`
}

/** The figures alone, for a list of further signals. */
export function writeFigure(news: ReportNews): string {
  return [sayChange(news), ...sayUsual(news)].join('; ')
}

export function countOf(stories: number): string {
  return stories === 0 ? 'none' : plainNumber({ value: stories, unit: 'stories', noun: null }).text
}

export function countWith({ stories, noun }: ReportNews): string {
  return stories === 0 ? `no ${noun}` : plainNumber({ value: stories, unit: 'stories', noun }).text
}

/** `203 posts, up from 7`; what is alike has not risen: `20 posts, after 17`, or is `still high after 17` where less was usual. */
export function sayChange(news: ReportNews): string {
  const { stories, before, usual } = news
  const counted = countWith(news)
  if (before === null)
    return usual === null ? counted : `${counted}, where ${sayUsually(news, usual)} ${usual < 1 ? 'is' : 'are'} usual`
  const level = levelOf(news) === null ? null : `still ${levelOf(news)}`
  if (before === stories)
    return `${counted}, ${level === null ? '' : `${level}, `}as many as the ${describeWindow(news)} before`
  if (isAlike(news)) return `${counted}, ${level === null ? '' : `${level} `}after ${countOf(before)}`
  return `${counted}, ${stories > before ? 'up' : 'down'} from ${countOf(before)}`
}

/** Whether these days, as those before them, are above or below what is usual; null where they are not. */
export function levelOf(news: ReportNews): 'high' | 'low' | null {
  return isHighAlready(news) ? (news.stories > (news.usual ?? 0) ? 'high' : 'low') : null
}

/** Its change for a list in which the noun was said: `62, up from 1`. */
export function sayChangeOnly(news: ReportNews): string {
  return `${countOf(news.stories)}${sayChange(news).slice(countWith(news).length)}`
}

/** Whether a reader takes the days before as equal: chance explains the difference, and they were no nearer to what is usual. */
export function isAlike(news: ReportNews): boolean {
  return isLike(news.stories, news.before) && (isHighAlready(news) || !isClearBeside(news))
}

/** Whether the change is clear only beside what is usual. */
function isClearBeside({ stories, before, usual }: ReportNews): boolean {
  return isLike(stories, before) && usual !== null && !isLike(stories, usual)
}

/** Whether the days before were nearer to these than to what is usual. */
function isHighAlready(news: ReportNews): boolean {
  const { stories, before, usual } = news
  return isClearBeside(news) && Math.abs(stories - (before ?? 0)) < Math.abs((before ?? 0) - (usual ?? 0))
}

/** `about 4 a week were usual`, or `about 4 a week on Boston were usual` beside another signal. */
export function sayUsual(news: ReportNews, name: string | null = null): string[] {
  const { usual } = news
  if (usual === null || !isClearBeside(news)) return []
  return [`${sayUsually(news, usual)}${name === null ? '' : ` on ${name}`} ${usual < 1 ? 'was' : 'were'} usual`]
}

/** `about 4 a week`. */
function sayUsually({ fromDay, toDay }: ReportNews, usual: number): string {
  const days = daysBetween(fromDay, toDay) + 1
  const each = days === 1 ? 'a day' : days === 7 ? 'a week' : `in ${days} days`
  return `${usual < 1 ? 'less than one' : `about ${countOf(Math.round(usual))}`} ${each}`
}

/** The day that stands out, or that none does. */
export function sayPeak(news: ReportNews): string {
  const { peak, stories, toDay } = news
  // a day of a fall is what stayed, and not what happened
  if (directionOf(news) === 'down') return ''
  if (peak === null) return news.isSpread && !isShortWindow(news) ? `, spread over the ${describeWindow(news)}` : ''
  const on = `on ${formatDayOfYear(peak.day)}`
  if (peak.stories === stories) return `, all ${on}`
  // not “of them”: the number before is that of the days before
  return `; ${countOf(peak.stories)} ${on}${peak.day === toDay && !isShortWindow(news) ? ', the last day' : ''}`
}
