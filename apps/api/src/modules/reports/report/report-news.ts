import {
  addDays,
  countPieces,
  type DailyReport,
  daysBetween,
  formatDay,
  momentum,
  nameSubject,
  type ReportedEvent,
  showableRatio,
  spellTopic,
  supportThresholds,
  toComparable,
  toEstimate,
  usualAmount,
} from '@auspex/analytics'
import { createNounOf } from './lasting-level.ts'
import { toReported } from './highest-bar.ts'

/** What has been reported of a signal, so that nothing is reported twice. */
export interface NewsState {
  /** The last covered day of the report that it was read from. */
  coveredTo: string
  /** The events that were reported. */
  events: readonly { from: string; to: string }[]
  /** The last change that was reported; null for none. */
  growth: { direction: 'up' | 'down'; to: string } | null
}

/** What is new in a report, in one line with the figure first: many of them are scanned, not read. */
export interface ReportNews {
  text: string
  /** The figure alone. */
  figure: string
  /** How much was said and how surprising that is, for comparison with the news of other signals. */
  weight: number
  /** Title of the document that it quotes; null for none. */
  headline: string | null
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
  /** Titles that were quoted for other signals: no headline is shown twice. */
  quoted: ReadonlySet<string>
}

export interface FoundNews {
  news: ReportNews | null
  /** The signal's name as its documents write it. */
  name: string
  /** What is reported after that; null when no day was covered since. */
  state: NewsState | null
}

/** Shorter windows are decided by weekdays; longer ones are not what happened lately. */
const [minWindowDays, maxWindowDays] = [7, 31]
/** Fewer in both windows are no news, however certain their change is. */
const minStories = 20
/** Events that ended longer ago are not looked for again. */
const retentionDays = 400

/** What happened on the days that were covered since the last report to the reader. */
export function findNews(report: DailyReport, { title, state, periodDays, today, quoted }: NewsInput): FoundNews {
  // a title that somebody wrote with capitals stays as it is
  const name = title === title.toLowerCase() ? spellTopic(title, textsOf(report)).replace(/^the /u, '') : title
  const days = report.volume.days.filter(({ day }) => day < today)
  const coveredTo = days.findLast(({ isCovered }) => isCovered)?.day
  if (coveredTo === undefined || report.counts.documents === 0) return { news: null, name, state: null }
  const since = state?.coveredTo ?? addDays(coveredTo, -periodDays)
  if (coveredTo <= since) return { news: null, name, state: null }
  const earlierEvents = (state?.events ?? []).filter(({ to }) => to >= addDays(coveredTo, -retentionDays))
  const span = { fromDay: addDays(since, 1), toDay: coveredTo }
  const event = newEvent(report, { since, coveredTo, earlierEvents })
  if (event !== null) {
    const headline = (event.headline ?? event.mostNoticed)?.title ?? null
    const isRepeated = headline !== null && quoted.has(headline)
    const line = eventLine(isRepeated ? { ...event, headline: null, mostNoticed: null } : event, coveredTo)
    const weight = weigh(event.stories, event.expected)
    const events = [...earlierEvents, { from: event.onset, to: event.until ?? coveredTo }]
    return {
      news: { ...line, weight, headline: isRepeated ? null : headline, ...span },
      name,
      state: { coveredTo, events, growth: state?.growth ?? null },
    }
  }
  const windowDays = Math.min(maxWindowDays, Math.max(minWindowDays, daysBetween(since, coveredTo)))
  const change = newChange(report, { coveredTo, windowDays, earlierGrowth: state?.growth ?? null })
  const growth = change?.growth ?? state?.growth ?? null
  return { news: change && { ...change.news, ...span }, name, state: { coveredTo, events: earlierEvents, growth } }
}

/** A day without its year, which the heading of a digest has. */
function formatDayOfYear(day: string): string {
  return formatDay(day).replace(/ \d+$/u, '')
}

/** The difference, times the logarithm of the ratio. */
function weigh(now: number, before: number): number {
  return Math.abs(now - before) * Math.abs(Math.log(Math.max(1, now) / Math.max(1, before)))
}

/** Figure, days and what the event was about; the heading of a digest has the year. */
function eventLine(event: ReportedEvent, coveredTo: string): { text: string; figure: string } {
  const { onset, peak, until } = event
  const counted = countPieces(event).text
  const usual = usualAmount(event).words
  const last = until ?? coveredTo
  const [begin, end] = [formatDayOfYear(onset), formatDayOfYear(last)]
  const days =
    onset === last
      ? `on ${begin}`
      : until === null
        ? `since ${begin}`
        : `from ${onset.slice(0, 7) === last.slice(0, 7) ? begin.replace(/ .*/u, '') : begin} to ${end}`
  const course =
    until === null ? '; still high' : peak !== onset && peak !== last ? `, peak on ${formatDayOfYear(peak)}` : ''
  const { words, outlet, isNoticed } = nameSubject(event)
  const quote = words === '' ? '' : ` ${isNoticed ? 'Most discussed: ' : ''}${words} (${outlet})`
  return { text: `${counted} ${days}${usual}${course}.${quote}`, figure: `${counted}${usual}` }
}

/** What the newest documents of a signal say. */
function textsOf({ documents, chatter, events }: DailyReport): string[] {
  return [
    ...[...documents.items, ...chatter.items].flatMap(({ title, snippet }) => [title, snippet ?? '']),
    ...events.events.flatMap(({ headline }) => headline?.title ?? []),
  ]
}

/** The largest event that peaked since and was not reported before. */
function newEvent(
  report: DailyReport,
  { since, coveredTo, earlierEvents }: { since: string; coveredTo: string; earlierEvents: NewsState['events'] },
): ReportedEvent | null {
  const nounOf = createNounOf(report.volume)
  const isTold = ({ onset, until }: ReportedEvent) =>
    earlierEvents.some(({ from, to }) => from <= (until ?? coveredTo) && onset <= to)
  return (
    report.events.events
      .map((event, index) => toReported(event, index, nounOf))
      .find(
        (event) =>
          event.peak > since &&
          event.peak <= coveredTo &&
          event.stories >= supportThresholds.furtherEvent.min &&
          !isTold(event),
      ) ?? null
  )
}

interface NewChange {
  news: { text: string; figure: string; weight: number; headline: null }
  growth: NonNullable<NewsState['growth']>
}

/** A certain growth or fall of the last days against as many before, unless it was reported, or is only the end of an event. */
function newChange(
  report: DailyReport,
  {
    coveredTo,
    windowDays,
    earlierGrowth,
  }: { coveredTo: string; windowDays: number; earlierGrowth: NewsState['growth'] },
): NewChange | null {
  const { volume, counts, events, momentum: section } = report
  // the stories of a sample are estimates, whose interval would be too narrow
  if (counts.sampled) return null
  const days = volume.days.filter(({ day }) => day <= coveredTo).slice(-2 * windowDays)
  const isOfShares = section.basis === 'share' && days.every(({ total, isCovered }) => !isCovered || total !== null)
  const comparable = toComparable({
    counts: days.map(({ firstTellings, isCovered }) => (isCovered ? firstTellings : null)),
    exposure: days.map(({ total, isCovered }) => (isCovered ? (isOfShares ? total : 1) : null)),
  })
  const estimate = momentum(isOfShares ? { ...comparable, windowDays } : { counts: comparable.counts, windowDays })
  if ('unknown' in estimate) return null
  const sumOf = (part: typeof days) => part.reduce((sum, { firstTellings }) => sum + firstTellings, 0)
  const [stories, previousStories] = [sumOf(days.slice(-windowDays)), sumOf(days.slice(0, -windowDays))]
  if (Math.max(stories, previousStories) < minStories) return null
  const basis = isOfShares ? 'share' : 'count'
  const ratio = showableRatio(
    toEstimate(estimate, { n: stories + previousStories, basis }),
    supportThresholds.change.minSupported,
  )
  if (ratio === null || (ratio.low <= 1 && ratio.high >= 1)) return null
  const direction = ratio.low > 1 ? 'up' : 'down'
  // a share also moves when the rest of what was collected does: that is no news of this topic
  const ofCounts = momentum({ counts: comparable.counts, windowDays })
  if ('unknown' in ofCounts || (direction === 'up' ? ofCounts.low <= 1 : ofCounts.high >= 1)) return null
  const firstDay = addDays(coveredTo, 1 - windowDays)
  // coming down from an event is no fall
  const isEndOfEvent = events.events.some(
    ({ peak, until }) => peak < firstDay && (until ?? coveredTo) >= addDays(firstDay, -windowDays),
  )
  if (direction === 'down' && isEndOfEvent) return null
  // windows that overlap with the one that was reported show the same change
  if (earlierGrowth !== null && earlierGrowth.direction === direction && earlierGrowth.to >= firstDay) return null
  const noun = createNounOf(volume)(firstDay, coveredTo)
  const before = previousStories === 0 ? 'none' : String(previousStories)
  const counted = stories === 0 ? `No ${noun}` : countPieces({ stories, noun, pointer: null }).text
  const figure = `${counted}, ${direction} from ${before} the ${windowDays === 7 ? 'week' : `${windowDays} days`} before`
  const weight = weigh(stories, previousStories)
  return { news: { text: `${figure}.`, figure, weight, headline: null }, growth: { direction, to: coveredTo } }
}
