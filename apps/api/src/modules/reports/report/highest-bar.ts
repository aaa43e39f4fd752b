import {
  addDays,
  beginOf,
  type BusiestPeriod,
  busiestTitle,
  type DailyReport,
  highestBar,
  intervalFor,
  nameSubject,
  nextOf,
  noPeakTitle,
  type QuotedDocument,
  type ReportedEvent,
  type StatementDraft,
  tokens,
} from '@auspex/analytics'
import { countDays } from '@auspex/contract/days'
import type { BusiestDays, TopicEvent } from '@auspex/sdk/types'
import { maxTitlesWithin } from './events-section.ts'
import type { NounOf } from './lasting-level.ts'

export interface StoryVolume {
  days: DailyReport['volume']['days']
  weeks: DailyReport['volume']['weeks']
  months: DailyReport['volume']['months']
  groups: DailyReport['volume']['groups']
}

/** A bar is clearly the highest if it has this many times the documents of any other. */
const clearlyAbove = 1.25

/** and certainly if the difference is this many times its own deviation, with each bar as a Poisson count. */
const minDeviations = 2

/** A reader of the chart asks what made its highest bar, unless it has fewer documents. */
const minBarDocuments = 10

/** Whether it is known what made a bar high. */
export function isExplained({ copies, headline, mostNoticed }: BusiestPeriod): boolean {
  return copies !== null || nameSubject({ headline, mostNoticed }).quote !== null
}

/** Words of its terms that the most noticed title of a bar has, if the bar is about what the title tells. */
const minSharedTerms = 2

/** Whether the most noticed title tells what many documents of the bar are about. */
export function isAboutNoticed({ mostNoticed, terms }: BusiestPeriod): boolean {
  if (mostNoticed === null) return false
  const words = new Set(tokens(mostNoticed.title))
  return new Set(terms.flatMap(tokens).filter((word) => words.has(word))).size >= minSharedTerms
}

/** Whether the highest bar of a chart is worth a sentence. */
export function isWorthTelling({ copies, documents }: BusiestPeriod): boolean {
  return copies !== null || documents >= minBarDocuments
}

/** The highest bar of a chart, and whether no other is nearly as high. */
export interface HighestBar extends BusiestPeriod {
  isClear: boolean
  /** Whether chance does not explain by how much it is higher than the next. */
  isCertain: boolean
}

/** The highest bar is a peak if it is known what made it high, or chance does not explain how far it stands above the next. */
export function isPeakBar(bar: HighestBar): boolean {
  const isTold =
    bar.copies !== null || bar.headline !== null || (bar.isClear && (bar.name ?? bar.subject ?? null) !== null)
  return isTold || (bar.isClear && bar.isCertain)
}

export function barTitle(bar: HighestBar, topic: string): StatementDraft {
  return isPeakBar(bar) ? busiestTitle(bar, topic) : noPeakTitle(topic)
}

/** The highest bar of the chart. */
export function busiestOf(
  { days, weeks, months }: StoryVolume,
  told: BusiestDays | null,
  nounOf: NounOf,
): HighestBar | null {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return null
  const interval = intervalFor(countDays(first, last))
  const begins = [...new Set(days.map(({ day }) => beginOf(day, interval)))]
  const begin = highestBar(days, interval, ({ documents }) => documents)
  if (begin === '') return null // a period without publications
  const next = nextOf(begin, interval)
  const within = days.filter(({ day }) => begin <= day && day < next)
  const others = days.filter(({ day }) => day < begin || day >= next)
  const second = highestBar(others, interval, ({ documents }) => documents)
  const sumOf = (some: StoryVolume['days']) => some.reduce((sum, day) => sum + day.documents, 0)
  const documents = sumOf(within)
  const secondHighest = sumOf(others.filter(({ day }) => beginOf(day, interval) === second))
  const stories =
    interval === 'day'
      ? within[0]?.storyClusters
      : (interval === 'week' ? weeks : months).find(({ firstDay }) => firstDay === begin)?.clusters
  if (stories == null) return null
  const from = begin > first ? begin : first
  const to = next > last ? last : addDays(next, -1)
  const isTold = told?.firstDay === from
  const copies = (isTold && told.copies) || null
  return {
    interval,
    from,
    to,
    noun: nounOf(from, to),
    headline: isTold && told.headline !== null ? toQuoted(told.headline) : null,
    mostNoticed: isTold && told.mostNoticed ? toQuoted(told.mostNoticed) : null,
    name: isTold ? (told.name ?? null) : null,
    terms: isTold ? told.terms : [],
    subject: isTold ? (told.subject ?? null) : null,
    copies: copies === null || documents < minBarDocuments ? null : { ...copies, first: toQuoted(copies.first) },
    documents,
    isClear: documents >= clearlyAbove * secondHighest,
    isCertain: documents - secondHighest >= minDeviations * Math.sqrt(documents + secondHighest),
    stories,
    pointer: `/volume/points/${begins.indexOf(begin)}`,
  }
}

export function toQuoted({ documentId, ...document }: NonNullable<TopicEvent['headline']>): QuotedDocument {
  return { ...document, id: documentId, body: null }
}

/** A headline of fewer of the documents that were read is one among several. */
const minLargestPart = 0.4

export function toReported(
  { headline, mostNoticed, ...event }: TopicEvent,
  index: number,
  nounOf: NounOf,
): ReportedEvent {
  return {
    ...event,
    noun: nounOf(event.onset, event.until),
    isLargest: event.retellings >= minLargestPart * Math.min(event.documents, maxTitlesWithin),
    headline: headline === null ? null : toQuoted(headline),
    mostNoticed: mostNoticed ? toQuoted(mostNoticed) : null,
    pointer: `/events/events/${index}`,
  }
}
