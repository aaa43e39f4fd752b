import {
  addDays,
  type DailyReport,
  daysBetween,
  momentum,
  type PieceNoun,
  showableRatio,
  spellTopic,
  supportThresholds,
  toComparable,
  toEstimate,
} from '@auspex/analytics'
import type { TopicEvent } from '@auspex/sdk/types'
import { createNounOf } from './lasting-level.ts'

/** What has been reported of a signal, so that nothing is reported twice. */
export interface NewsState {
  /** The last covered day of the report that it was read from. */
  coveredTo: string
  /** The events that were reported. */
  events: readonly { from: string; to: string }[]
  /** The last change that was reported; null for none. */
  growth: { direction: 'up' | 'down'; to: string } | null
}

/** What is new of a signal on some days: figures of these days only, for a reader who compares many signals. */
export interface ReportNews {
  /** Distinct texts that were published on these days. */
  stories: number
  /** Those of as many days before; null for a short window (`isShortWindow`), and where too few of them are covered to compare. */
  before: number | null
  /** What such days usually have; null where too little is known. */
  usual: number | null
  noun: PieceNoun
  /** A day that stands out among them; null for none. */
  peak: { day: string; stories: number } | null
  /** Whether most of the days have some, and none of its thirds has most. */
  isSpread: boolean
  fromDay: string
  toDay: string
}

export interface NewsInput {
  /** How the signal is called. */
  title: string
  /** Null for what was never reported. */
  state: NewsState | null
  /** The length of the period before the last covered day, for what was never reported. */
  periodDays: number
  today: string
}

export interface FoundNews {
  news: ReportNews | null
  /** The figures of the new days, also where they are no news; null where there are none, or too few to compare. */
  measured: ReportNews | null
  /** The signal's name as its documents write it. */
  name: string
  /** The last covered day before today; null where none is. */
  coveredTo: string | null
  /** Whether its report has no document at all. */
  isEmpty: boolean
  /** What is reported after that; null when no day was covered since. */
  state: NewsState | null
}

/** Shorter windows are compared with a usual day, because weekdays would decide the comparison; longer ones are not what happened lately. */
const [minWindowDays, maxWindowDays] = [7, 31]

type NewsWindow = Pick<ReportNews, 'fromDay' | 'toDay'>

function windowLength({ fromDay, toDay }: NewsWindow): number {
  return daysBetween(fromDay, toDay) + 1
}

/** Whether days are compared with what is usual, and not with as many days before them. */
export function isShortWindow(window: NewsWindow): boolean {
  return windowLength(window) < minWindowDays
}

/** Fewer in both windows are no news, however certain their change is. */
const minStories = 20
/** Windows before the previous one from which the usual amount is known, and the least number of them. */
const [maxUsualWindows, minUsualWindows] = [8, 4]
/** A day stands out with this many texts, this many times the mean of its window, and this many standard deviations above that. */
const [minPeakStories, minPeakRatio, minPeakDeviations] = [5, 1.6, 2.5]
/** A window of which a larger part is not covered cannot be compared. */
const maxMissedPart = 0.15
/** Standard deviations above a usual day. */
const minDeviations = 4
/** Events that ended longer ago are not looked for again. */
const retentionDays = 400

/** What happened on the days that were covered since the last report to the reader. */
export function findNews(report: DailyReport, { title, state, periodDays, today }: NewsInput): FoundNews {
  // a title that somebody wrote with capitals stays as it is
  const name = title === title.toLowerCase() ? spellTopic(title, textsOf(report)).replace(/^the /u, '') : title
  const coveredTo = report.volume.days.findLast(({ day, isCovered }) => day < today && isCovered)?.day ?? null
  const isEmpty = report.counts.documents === 0
  const found = { name, coveredTo, isEmpty }
  const window = coveredTo === null || isEmpty ? null : unreportedDays(coveredTo, { state, periodDays })
  if (coveredTo === null || window === null) return { ...found, news: null, measured: null, state: null }
  const earlierEvents = (state?.events ?? []).filter(({ to }) => to >= addDays(coveredTo, -retentionDays))
  const earlierGrowth = state?.growth ?? null
  const { deviation, ...measured } = measureWindow(report, window)
  const event = isRemarkable(measured) ? newEvent(report, { ...window, earlierEvents }) : null
  if (event !== null) {
    const events = [...earlierEvents, { from: event.onset, to: event.until ?? coveredTo }]
    return { ...found, news: measured, measured, state: { coveredTo, events, growth: earlierGrowth } }
  }
  const direction = isShortWindow(window)
    ? findBusyDays(report, { measured, deviation, earlierEvents })
    : findChange(report, { ...window, windowDays: windowLength(window), measured, earlierGrowth })
  return {
    ...found,
    news: direction === null ? null : measured,
    measured: Math.max(measured.stories, measured.before ?? 0) < minTold ? null : measured,
    state: {
      coveredTo,
      events: earlierEvents,
      growth: direction === null ? earlierGrowth : { direction, to: coveredTo },
    },
  }
}

/** The days that were covered since the last report, or in a period before the first one; null where none was. */
function unreportedDays(
  coveredTo: string,
  { state, periodDays }: Pick<NewsInput, 'state' | 'periodDays'>,
): NewsWindow | null {
  const since = state?.coveredTo ?? addDays(coveredTo, -periodDays)
  if (coveredTo <= since) return null
  const days = Math.min(maxWindowDays, daysBetween(since, coveredTo))
  return { fromDay: addDays(coveredTo, 1 - days), toDay: coveredTo }
}

interface MeasuredWindow extends ReportNews {
  /** Standard deviation of what windows of this length usually have. */
  deviation: number
}

/** The figures of a window beside those of the days before it. */
function measureWindow({ volume }: DailyReport, { fromDay, toDay }: NewsWindow): MeasuredWindow {
  const windowDays = windowLength({ fromDay, toDay })
  const storiesOn = createStoriesOn(volume)
  /** The stories of the window that ends a number of windows earlier; null where too few of its days are covered. */
  const sumBefore = (windows: number): number | null => {
    const amounts = daysFrom(addDays(fromDay, -windows * windowDays), windowDays).flatMap((day) => storiesOn(day) ?? [])
    return windowDays - amounts.length > maxMissedPart * windowDays ? null : sumOf(amounts)
  }
  const sums = Array.from({ length: maxUsualWindows + 1 }, (_, at) => sumBefore(at + 1))
  const isShort = isShortWindow({ fromDay, toDay })
  // a short window has no comparable one before it, and all of these say what is usual
  const comparable = sums.slice(isShort ? 0 : 1).flatMap((sum) => sum ?? [])
  const usual = comparable.length < minUsualWindows ? null : median(comparable)
  const before = isShort ? null : (sums[0] ?? null)
  const amounts = daysFrom(fromDay, windowDays).map((day) => ({ day, stories: storiesOn(day) ?? 0 }))
  const stories = sumOf(amounts.map((amount) => amount.stories))
  const highest = amounts.reduce((best, amount) => (amount.stories > best.stories ? amount : best))
  const mean = stories / windowDays
  const minPeak = Math.max(minPeakStories, minPeakRatio * mean, mean + minPeakDeviations * Math.sqrt(mean))
  const isPeak = windowDays > 2 && highest.stories >= minPeak
  return {
    stories,
    before,
    usual,
    deviation: usual === null ? 0 : Math.sqrt(Math.max(usual, varianceOf(comparable))),
    noun: createNounOf(volume)(fromDay, toDay),
    peak: isPeak ? highest : null,
    isSpread: isSpread(amounts.map((amount) => amount.stories)),
    fromDay,
    toDay,
  }
}

/** The stories of a day; null where it is not covered. Before the first of a topic, covered days have none. */
function createStoriesOn({ days, before }: DailyReport['volume']): (day: string) => number | null {
  const byDay = new Map(days.map(({ day, isCovered, firstTellings }) => [day, isCovered ? firstTellings : null]))
  return (day) => {
    const documents = byDay.get(day)
    if (documents !== undefined) return documents
    return before.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay) ? 0 : null
  }
}

/** Fewer are too few to be called spread. */
const minSpread = 10
/** Days that have some, and what a third of the days has at most, as parts. */
const [minActivePart, maxThirdPart] = [0.7, 0.55]

function isSpread(amounts: readonly number[]): boolean {
  const total = sumOf(amounts)
  const third = Math.ceil(amounts.length / 3)
  const thirds = amounts.map((_, at) => sumOf(amounts.slice(at, at + third)))
  const active = amounts.filter((amount) => amount > 0).length
  return total >= minSpread && active >= minActivePart * amounts.length && Math.max(...thirds) <= maxThirdPart * total
}

function daysFrom(firstDay: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays(firstDay, at))
}

/** Standard deviations from which a difference between two amounts is no chance. */
const minClearDeviations = 2

/** Whether two amounts differ by no more than chance explains: a reader may take them as equal. */
export function isLike(stories: number, before: number | null): before is number {
  return before !== null && Math.abs(stories - before) < minClearDeviations * Math.sqrt(Math.max(1, stories + before))
}

/** Fewer are an anecdote, and fewer still are not told as a figure either. */
export const minTold = 5
const minEventStories = 10
/** One day is what happened in its window with this many stories, and this many standard deviations above its mean. */
const [minOutstanding, minOutstandingDeviations] = [8, 4]

/** Whether a reader of its figures sees that something happened: a short event may not show in the sums of a month. */
function isRemarkable({ stories, before, usual, peak, fromDay, toDay }: ReportNews): boolean {
  if (stories < minEventStories) return false
  const isAbove = (other: number | null) => other !== null && stories > other && !isLike(stories, other)
  const mean = stories / (daysBetween(fromDay, toDay) + 1)
  const isOutstanding =
    peak !== null && peak.stories >= minOutstanding && peak.stories - mean >= minOutstandingDeviations * Math.sqrt(mean)
  // what was as high before is no news of these days
  return isAbove(before ?? usual) || (before === null && usual === null) || isOutstanding
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

function varianceOf(values: readonly number[]): number {
  const mean = sumOf(values) / values.length
  return sumOf(values.map((value) => (value - mean) ** 2)) / values.length
}

/** What the newest documents of a signal say. */
function textsOf({ documents, chatter, events }: DailyReport): string[] {
  return [
    ...[...documents.items, ...chatter.items].flatMap(({ title, snippet }) => [title, snippet ?? '']),
    ...events.events.flatMap(({ headline }) => headline?.title ?? []),
  ]
}

/** The largest event that peaked in a window and was not reported before. */
function newEvent(
  report: DailyReport,
  { fromDay, toDay, earlierEvents }: { fromDay: string; toDay: string; earlierEvents: NewsState['events'] },
): TopicEvent | null {
  return (
    report.events.events.find(
      (event) => event.peak >= fromDay && event.peak <= toDay && !isReported(event, toDay, earlierEvents),
    ) ?? null
  )
}

/**
 * Whether some days have far more than usual, other than by an event that was reported. A fall over a few days is no news: they may be a weekend.
 */
function findBusyDays(
  { events }: DailyReport,
  {
    measured: { stories, usual, fromDay, toDay },
    deviation,
    earlierEvents,
  }: { measured: ReportNews; deviation: number; earlierEvents: NewsState['events'] },
): 'up' | null {
  const isBusy = stories >= minStories && usual !== null && stories >= usual + minDeviations * Math.max(1, deviation)
  const isOfEvent = events.events.some(
    (event) => isReported(event, toDay, earlierEvents) && event.onset <= toDay && (event.until ?? toDay) >= fromDay,
  )
  return isBusy && !isOfEvent ? 'up' : null
}

/** Documents that arrive later move the beginning of an event, so that it is recognized by its days. */
function isReported({ onset, until }: TopicEvent, toDay: string, earlierEvents: NewsState['events']): boolean {
  return earlierEvents.some(({ from, to }) => from <= (until ?? toDay) && onset <= to)
}

interface ChangeInput {
  fromDay: string
  toDay: string
  windowDays: number
  measured: ReportNews
  earlierGrowth: NewsState['growth']
}

/** The direction of a certain growth or fall of a window against as many days before, unless it was reported, or is only the end of an event. */
function findChange(
  { volume, counts, events, momentum: section }: DailyReport,
  { fromDay, toDay, windowDays, measured, earlierGrowth }: ChangeInput,
): 'up' | 'down' | null {
  const { stories, before } = measured
  // the stories of a sample are estimates, whose interval would be too narrow
  if (counts.sampled || before === null || Math.max(stories, before) < minStories) return null
  const storiesOn = createStoriesOn(volume)
  const byDay = new Map(volume.days.map((day) => [day.day, day]))
  const days = daysFrom(addDays(fromDay, -windowDays), 2 * windowDays).map((day) => ({
    firstTellings: storiesOn(day) ?? 0,
    isCovered: storiesOn(day) !== null,
    total: byDay.get(day)?.total ?? null,
  }))
  const isOfShares = section.basis === 'share' && days.every(({ total, isCovered }) => !isCovered || total !== null)
  const comparable = toComparable({
    counts: days.map(({ firstTellings, isCovered }) => (isCovered ? firstTellings : null)),
    exposure: days.map(({ total, isCovered }) => (isCovered ? (isOfShares ? total : 1) : null)),
  })
  const estimate = momentum(isOfShares ? { ...comparable, windowDays } : { counts: comparable.counts, windowDays })
  if ('unknown' in estimate) return null
  const basis = isOfShares ? 'share' : 'count'
  const ratio = showableRatio(
    toEstimate(estimate, { n: stories + before, basis }),
    supportThresholds.change.minSupported,
  )
  if (ratio === null || (ratio.low <= 1 && ratio.high >= 1)) return null
  const direction = ratio.low > 1 ? 'up' : 'down'
  // a share also moves when the rest of what was collected does: that is no news of this topic
  const ofCounts = momentum({ counts: comparable.counts, windowDays })
  if ('unknown' in ofCounts || (direction === 'up' ? ofCounts.low <= 1 : ofCounts.high >= 1)) return null
  // coming down from an event is no fall
  const isEndOfEvent = events.events.some(
    ({ peak, until }) => peak < fromDay && (until ?? toDay) >= addDays(fromDay, -windowDays),
  )
  if (direction === 'down' && isEndOfEvent) return null
  // windows that overlap with the one that was reported show the same change
  if (earlierGrowth !== null && earlierGrowth.direction === direction && earlierGrowth.to >= fromDay) return null
  return direction
}
