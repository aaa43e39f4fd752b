import {
  addDays,
  daysBetween,
  formatDay,
  formatDayOfYear,
  formatDayRange,
  joinWithAnd,
  plainNumber,
  splitChance,
} from '@auspex/analytics'
import { isLike, isShortWindow, type ReportNews } from '../../reports/index.ts'

/** The figures of a signal. All of a digest count the same: posts, articles, or documents where sources of several kinds are among them. */
export interface DigestNews extends Omit<ReportNews, 'noun'> {
  noun: ReportNews['noun'] | 'documents'
  /** Earlier years in which it rose at the same time, with its amounts then; none for what does not come back each year, null where no earlier year is covered. */
  yearsBefore?: readonly { year: number; stories: number }[] | null
  /** The day with most, where no other has as many; undefined where it is unknown. */
  busiest?: { day: string; stories: number } | null
}

/** A change is clear that chance alone makes in at most one of 20 pairs of equal windows (`splitChance`), and worth a look in one of five; it is twofold, or half as much again. */
const [clear, visible] = [
  { maxChance: 0.05, minFold: 2 },
  { maxChance: 0.2, minFold: 1.5 },
]

/** How the days changed against as many before; null for what chance explains. */
export function changeOf({
  stories,
  before,
}: Pick<DigestNews, 'stories' | 'before'>): { direction: 'up' | 'down'; isClear: boolean } | null {
  if (before === null || stories === before) return null
  const chance = splitChance(stories, before, 0.5)
  const [more, less] = [Math.max(stories, before), Math.min(stories, before)]
  const isWithin = ({ maxChance, minFold }: typeof visible) => chance <= maxChance && more >= minFold * less
  return isWithin(visible) ? { direction: stories > before ? 'up' : 'down', isClear: isWithin(clear) } : null
}

/** Whether few posts rose so clearly that they are news: against the days before, and against what is usual. */
export function isClearRise(news: DigestNews): boolean {
  const change = changeOf(news)
  return change?.direction === 'up' && change.isClear && news.stories >= clear.minFold * (news.usual ?? 0)
}

/** By how many documents it changed, which a reader sees in its figures. */
export function sizeOf({ stories, before, usual }: DigestNews): number {
  return Math.abs(stories - (before ?? usual ?? 0))
}

/** Whether a reader takes it as a rise: more than before, or as much as before and more than usual. */
export function directionOf({ stories, before }: DigestNews): 'up' | 'down' {
  return before !== null && stories < before && !isLike(stories, before) ? 'down' : 'up'
}

/** Null where only a day stood out of amounts that are alike. */
export function movedOf(news: DigestNews): 'up' | 'down' | null {
  if (directionOf(news) === 'down') return 'down'
  return news.stories > (news.before ?? news.usual ?? 0) && !isAlike(news) ? 'up' : null
}

type DigestWindow = Pick<DigestNews, 'fromDay' | 'toDay'>

export function describeWindow({ fromDay, toDay }: DigestWindow): string {
  const days = daysBetween(fromDay, toDay) + 1
  return days === 1 ? 'day' : days === 7 ? 'week' : `${days} days`
}

/** The days that most signals of a digest report on. */
export interface DigestSpan {
  fromDay: string
  toDay: string
}

/** The days of a signal that are new since the last digest. */
export function newDays(
  coveredTo: string,
  { state, periodDays: days }: { state: { coveredTo: string } | null; periodDays: number },
): DigestSpan {
  const lastDay = state !== null && state.coveredTo < coveredTo ? state.coveredTo : addDays(coveredTo, -days)
  return { fromDay: addDays(lastDay, 1), toDay: coveredTo }
}

export function describeEnd({ fromDay, toDay }: DigestSpan): string {
  const days = daysBetween(fromDay, toDay) + 1
  if (days === 1) return formatDay(toDay)
  return `${days === 7 ? 'week' : `${days} days`} to ${formatDay(toDay)}`
}

/** The days of a digest, and what they are compared with: `(16 to 22 January 2012 against the week before)`. */
export function describeSpan(span: DigestSpan): string {
  const { fromDay, toDay } = span
  const days = daysBetween(fromDay, toDay) + 1
  if (days === 1) return `(${formatDay(toDay)})`
  return `(${formatDayRange(fromDay, toDay)}${days < 7 ? '' : ` against the ${describeWindow(span)} before`})`
}

/** `in the week from 15 to 21 October 2012 or in the week before`, or `on 21 October 2012`; without the days before where they are unknown. */
export function describeBoth(span: DigestSpan, { isBeforeKnown }: { isBeforeKnown: boolean }): string {
  const { fromDay, toDay } = span
  const days = daysBetween(fromDay, toDay) + 1
  if (days === 1) return `on ${formatDay(toDay)}`
  if (days < 7) return `in the days from ${formatDayRange(fromDay, toDay)}`
  const window = describeWindow(span)
  const words = `in the ${window} from ${formatDayRange(fromDay, toDay)}`
  return isBeforeKnown ? `${words} or in the ${window} before` : words
}

/** The span that most signals share; null without one. */
export function mostCommonSpan(spans: readonly DigestSpan[]): DigestSpan | null {
  const groups = [...Map.groupBy(spans, (span) => JSON.stringify(span)).values()]
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null
}

export function countOf(stories: number): string {
  return stories === 0 ? 'none' : plainNumber({ value: stories, unit: 'stories', noun: null }).text
}

export function countWith({ stories, noun }: { stories: number; noun: DigestNews['noun'] }): string {
  return stories === 0 ? `no ${noun}` : plainNumber({ value: stories, unit: 'stories', noun }).text
}

/** The amounts alone, for a list whose heading says how they changed: `2 posts, after 9`. */
export function writeFigure(news: DigestNews): string {
  const { before, usual } = news
  if (before !== null) return `${countWith(news)}, after ${countOf(before)}`
  return usual === null
    ? countWith(news)
    : `${countWith(news)}; ${sayUsually(news, usual)} ${usual < 1 ? 'is' : 'are'} usual`
}

/** `14, after 11`, where the noun was said. */
export function writeCounts(news: DigestNews): string {
  return `${countOf(news.stories)}${writeFigure(news).slice(countWith(news).length)}`
}

/** The amounts of several signals, the noun once: `LTC (2 posts, after 9) and Dogecoin (1, after 7)`. With what is usual for those that are above it. */
export function listFigures(
  some: readonly { name: string; news: DigestNews }[],
  { withUsual = false, more = 0 }: { withUsual?: boolean; more?: number } = {},
): string {
  const listed = some.map(({ name, news }, at) => {
    const figure = writeFigure(news)
    const usual =
      withUsual && news.before !== null && news.usual !== null ? `; usually ${sayUsually(news, news.usual)}` : ''
    return `${name} (${at === 0 ? figure : `${countOf(news.stories)}${figure.slice(countWith(news).length)}`}${usual})`
  })
  return joinWithAnd(more === 0 ? listed : [...listed, `${more} more`])
}

/** A fall is said before a reader opens the mail where there were this many, and this many times as many. */
const [minLargeFall, minLargeFold] = [10, 3]

export function isLargeFall({ stories, before }: DigestNews): boolean {
  return before !== null && before >= minLargeFall && before >= minLargeFold * stories
}

export function withUnit(news: DigestNews | null, noun: DigestNews['noun']): DigestNews | null {
  return news === null ? null : { ...news, noun }
}

/** `203 posts, up from 7`; what is alike has not risen: `20 posts, after 17`, or is `still high after 17` where less was usual. */
export function sayChange(news: DigestNews): string {
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

/** Its change for a list in which the noun was said: `62, up from 1`. */
export function sayChangeOnly(news: DigestNews): string {
  return `${countOf(news.stories)}${sayChange(news).slice(countWith(news).length)}`
}

/** Whether these days, as those before them, are above or below what is usual; null where they are not. */
export function levelOf(news: DigestNews): 'high' | 'low' | null {
  return isHighAlready(news) ? (news.stories > (news.usual ?? 0) ? 'high' : 'low') : null
}

/** Fewer are too few to be called high. */
const minHigh = 8

/** Whether these days have more than usual without a rise: they go on from days before, or no days before are known. */
export function isStillHigh(news: DigestNews): boolean {
  const { stories, before, usual } = news
  if (stories < minHigh) return false
  if (before !== null) return levelOf(news) === 'high'
  return usual !== null && stories > usual && !isLike(stories, usual)
}

/** Whether it rose by more than chance mostly makes, though not clearly. */
export function isSmallRise(name: string, news: DigestNews): boolean {
  return changeOf(news)?.direction === 'up' && movedOf(news) === 'up' && !isStillHigh(news) && !isYearly(name, news)
}

/** Whether a reader takes the days before as equal: chance explains the difference, and they were no nearer to what is usual. */
export function isAlike(news: DigestNews): boolean {
  return isLike(news.stories, news.before) && (isHighAlready(news) || !isClearBeside(news))
}

/** Whether the change is clear only beside what is usual. */
function isClearBeside({ stories, before, usual }: DigestNews): boolean {
  return isLike(stories, before) && usual !== null && !isLike(stories, usual)
}

/** Whether the days before were nearer to these than to what is usual. */
function isHighAlready(news: DigestNews): boolean {
  const { stories, before, usual } = news
  return isClearBeside(news) && Math.abs(stories - (before ?? 0)) < Math.abs((before ?? 0) - (usual ?? 0))
}

/** `; about 4 a week were usual before that`: before the days that it is compared with. */
function sayUsual(news: DigestNews): string {
  const { usual } = news
  return usual === null || !isClearBeside(news)
    ? ''
    : `; ${sayUsually(news, usual)} ${usual < 1 ? 'was' : 'were'} usual before that`
}

/** The day that stands out, and what was usual: that comes first where the day would be taken for the time before which it was. */
export function sayPeakAndUsual(news: DigestNews, days: DaysOf): string {
  const [peak, usual] = [sayPeak(news, days), sayUsual(news)]
  return peak.startsWith(';') ? `${usual}${peak}` : `${peak}${usual}`
}

/** `about 4 a week`. */
function sayUsually({ fromDay, toDay }: DigestNews, usual: number): string {
  const days = daysBetween(fromDay, toDay) + 1
  const each = days === 1 ? 'a day' : days === 7 ? 'a week' : `in ${days} days`
  return `${usual < 1 ? 'less than one' : `about ${countOf(Math.round(usual))}`} ${each}`
}

/** Days and seasons that come back each year: an archive of few years does not show it. Not what only has such a name in its own. */
const yearly =
  /^(?:the )?(?:april fools?|black friday|boxing day|chanukah|christmas|cinco de mayo|cyber monday|daylight savings?(?: time)?|diwali|easter(?: sunday)?|earth day|father.?s day|good friday|groundhog day|hall?oween|hanukkah|independence day|juneteenth|labou?r day|lunar new year|mardi gras|martin luther king day|memorial day|mother.?s day|new year.?s?(?: eve| day)?|oktoberfest|passover|pi day|presidents.? day|ramadan|st\.? patrick.?s?(?: day)?|super bowl|thanksgiving|valentine.?s(?: day)?|veterans day|women.?s day)$/iu

/** Whether a signal comes back each year: as earlier years show, or by its name where none is known. */
export function isYearly(name: string, news: DigestNews | null): boolean {
  if (news === null) return false
  return news.yearsBefore == null ? yearly.test(name) : news.yearsBefore.length > 0
}

/** `; 6 at the same time of 2010 and 8 of 2011`: what comes back each year is no news. */
export function sayYears(name: string, news: DigestNews): string {
  if (!isYearly(name, news)) return ''
  const listed = (news.yearsBefore ?? []).map(
    ({ year, stories }, at) => `${countOf(stories)} ${at === 0 ? 'at the same time ' : ''}of ${year}`,
  )
  return listed.length === 0 ? '; it comes back each year' : `; ${joinWithAnd(listed)}`
}

/** The day that stands out, or how it was spread. */
function sayPeak(news: DigestNews, { activeDays }: DaysOf): string {
  const { peak, busiest, stories, toDay } = news
  const days = daysBetween(news.fromDay, toDay) + 1
  // a day of a fall is what stayed, and not what happened
  if (directionOf(news) === 'down' || days === 1) return ''
  if (peak !== null) {
    const on = `on ${formatDayOfYear(peak.day)}`
    if (peak.stories === stories) return `, all ${on}`
    // not “of them”: the number before is that of the days before
    return `; ${countOf(peak.stories)} ${on}${peak.day === toDay && !isShortWindow(news) ? ', the last day' : ''}`
  }
  if (news.isSpread && !isShortWindow(news)) return `, spread over the ${describeWindow(news)}`
  if (busiest != null) return `; ${countOf(busiest.stories)} on ${formatDayOfYear(busiest.day)}`
  return activeDays === 0
    ? ''
    : activeDays === days
      ? `, on all ${days} days`
      : `, on ${activeDays} of the ${days} days`
}

/** How the documents of a signal lie in its days. */
export interface DaysOf {
  /** Days that have any. */
  activeDays: number
}

/** Earlier years that are looked at; weeks of the year that do not move by more than this; weeks around them that they are compared with. */
const [maxYears, marginDays, aroundDays] = [3, 4, 42]
/** Fewer are no rise of an earlier year. */
const minOfYear = 5
/** What rose in this part of the earlier years comes back, although one of them was thinly covered. */
const minYearsPart = 2 / 3

interface CountedDay {
  day: string
  firstTellings: number
  isCovered: boolean
}

/**
 * The amounts of some days too small to be measured, beside those of as many before: null where the archive does not cover all of these, because what
 * nobody collected is not none.
 */
export function countFew(
  days: readonly CountedDay[],
  { fromDay, toDay }: DigestSpan,
  isCovered: (day: string) => boolean,
): { stories: number; before: number | null } {
  const length = daysBetween(fromDay, toDay) + 1
  const sum = (first: string, last: string) =>
    days
      .filter((one) => one.isCovered && first <= one.day && one.day <= last)
      .reduce((total, { firstTellings }) => total + firstTellings, 0)
  const [firstBefore, lastBefore] = [addDays(fromDay, -length), addDays(fromDay, -1)]
  const areKnown = Array.from({ length }, (_, at) => addDays(firstBefore, at)).every(isCovered)
  return { stories: sum(fromDay, toDay), before: areKnown ? sum(firstBefore, lastBefore) : null }
}

/** The day of a window with most stories; null where several have as many, or none has two. */
export function findBusiest(
  days: readonly CountedDay[],
  { fromDay, toDay }: DigestWindow,
): { day: string; stories: number } | null {
  const [first, second] = days
    .filter(({ day, isCovered }) => isCovered && fromDay <= day && day <= toDay)
    .toSorted((a, b) => b.firstTellings - a.firstTellings)
  const isAlone = first !== undefined && first.firstTellings > Math.max(1, second?.firstTellings ?? 0)
  return isAlone ? { day: first.day, stories: first.firstTellings } : null
}

/** The earlier years in which a topic rose at the same time, the earliest first; empty where it rose in too few of those that are covered, or not in the last; null where none is covered. */
export function findYearsBefore(
  days: readonly CountedDay[],
  { fromDay, toDay }: DigestNews,
): { year: number; stories: number }[] | null {
  const byDay = new Map(days.map((one) => [one.day, one]))
  const sum = (first: string, last: string) =>
    Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => byDay.get(addDays(first, at))).reduce(
      (total, one) => ({
        stories: total.stories + (one?.isCovered === true ? one.firstTellings : 0),
        days: total.days + Number(one?.isCovered === true),
      }),
      { stories: 0, days: 0 },
    )
  const years: { year: number; stories: number }[] = []
  let covered = 0
  for (let year = 1; year <= maxYears; year += 1) {
    // whole weeks: what is on a certain weekday moves by a few days in the calendar
    const [first, last] = [addDays(fromDay, -364 * year), addDays(toDay, -364 * year)]
    const near = sum(addDays(first, -marginDays), addDays(last, marginDays))
    const wide = sum(addDays(first, -aroundDays), addDays(last, aroundDays))
    const around = { stories: wide.stories - near.stories, days: wide.days - near.days }
    if (near.days === 0 || around.days === 0) break
    const part = near.days / wide.days
    const isRise =
      near.stories >= minOfYear &&
      near.stories / near.days >= (clear.minFold * around.stories) / around.days &&
      splitChance(near.stories, around.stories, part) <= clear.maxChance
    covered += 1
    if (!isRise && year === 1) return []
    // what is on a certain day of the month is not in the same days of whole weeks
    const shifts = Array.from({ length: 2 * marginDays + 1 }, (_, at) => at - marginDays)
    const stories = Math.max(...shifts.map((by) => sum(addDays(first, by), addDays(last, by)).stories))
    if (isRise) years.unshift({ year: Number(last.slice(0, 4)), stories })
  }
  if (covered === 0) return null
  return years.length < minYearsPart * covered ? [] : years
}
