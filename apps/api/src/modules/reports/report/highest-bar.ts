import {
  addDays,
  beginOf,
  type BusiestPeriod,
  type DailyReport,
  eventWeight,
  highestBar,
  intervalFor,
  nameSubject,
  nextOf,
  type QuotedDocument,
  type ReportedEvent,
  type ReportedSubject,
  tokens,
  type TopicEvent as FoundEvent,
  type VolumeDay,
} from '@auspex/analytics'
import { countDays } from '@auspex/contract/days'
import type { BusiestDays, EventsSection, TopicEvent } from '@auspex/sdk/types'
import type { DayRange } from '../../library/index.ts'
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

/** A text in copies is what made a bar high if it is this part of it, and of the topic. */
const minCopiedPart = 0.5
const minCopiedShare = 0.1

/** A bar of fewer documents that chance may explain is no peak, whatever one of its headlines tells. */
const minUncertainPeak = 20

/** The highest bar is a peak if a headline or copies explain it, or chance does not explain how far it stands above the next. */
export function isPeakBar(bar: HighestBar, topicDocuments: number): boolean {
  const least = Math.max(minCopiedPart * bar.documents, minCopiedShare * topicDocuments)
  const hasHeadline = bar.headline !== null && bar.isClear && (bar.isCertain || bar.documents >= minUncertainPeak)
  const hasCause = bar.copies === null ? hasHeadline : bar.copies.documents >= least
  return hasCause || (bar.isClear && bar.isCertain)
}

/** Whether one text fills most of a bar. */
export function isMostlyCopied({ copies, documents }: HighestBar): boolean {
  return copies !== null && copies.documents > minCopiedPart * documents
}

/** Copies of a text that are fewer, and not half of the bar, did not make it high; nor did a subject that is the topic itself. */
const minCopies = 10

export function withExplanations(bar: HighestBar, topic: string): HighestBar {
  const isMany = bar.copies !== null && (bar.copies.documents >= minCopies || isMostlyCopied(bar))
  const words = new Set(tokens(topic))
  const isTopic = (name: string) => tokens(name).some((word) => words.has(word))
  const [name, subject] = [bar.name, bar.subject].map((one) => (one == null || isTopic(one) ? null : one))
  return { ...bar, copies: isMany ? bar.copies : null, name: name ?? null, subject: subject ?? null }
}

/** The days that hold most of few documents are short if they are no longer than this, and than this part of the days between the first and the last. */
const [maxSpanDays, maxSpanPart] = [92, 0.2]

/** The shortest time with more than half of the documents, with all days between the first and the last of them. */
export interface DocumentSpan {
  firstDay: string
  lastDay: string
  /** The days of the most, if they are few. */
  most: { firstDay: string; lastDay: string; documents: number } | null
}

export function spanOfMost(days: StoryVolume['days'], all: number): DocumentSpan | null {
  const some = days.filter(({ documents }) => documents > 0)
  const [first, last] = [some[0]?.day, some.at(-1)?.day]
  const shown = some.reduce((sum, { documents }) => sum + documents, 0)
  // some are dated after the last day
  if (first === undefined || last === undefined || shown !== all) return null
  const least = Math.floor(all / 2) + 1
  let [at, sum] = [0, 0]
  let most: DocumentSpan['most'] = null
  for (const { day, documents } of some) {
    sum += documents
    while (sum - (some[at]?.documents ?? 0) >= least) sum -= some[at++]?.documents ?? 0
    const from = some[at]?.day ?? day
    if (sum >= least && (most === null || countDays(from, day) < countDays(most.firstDay, most.lastDay)))
      most = { firstDay: from, lastDay: day, documents: sum }
  }
  const longest = Math.min(maxSpanDays, maxSpanPart * countDays(first, last))
  return {
    firstDay: first,
    lastDay: last,
    most: most && countDays(most.firstDay, most.lastDay) <= longest ? most : null,
  }
}

/** Of each headline the probability that an editor would quote it for the days that it tells. */
export type HeadlineScores = ReadonlyMap<string, number>

/** Mostly nothing happened on days that are only the fullest: a less probable headline is an example of what they were about. */
const minBarScore = 0.55

/** The highest bar of the chart. Null for a period without publications, and where nobody counted its stories. */
export function busiestOf(
  volume: StoryVolume,
  described: BusiestDays | null,
  { nounOf, scores }: { nounOf: NounOf; scores: HeadlineScores },
): HighestBar | null {
  const measured = measureHighestBar(volume)
  if (measured === null) return null
  const { from, to } = measured
  const noun = nounOf(from, to)
  const isDescribed = described !== null && described.firstDay === from
  return { ...measured, noun, ...(isDescribed ? describeBar(measured, described, scores) : emptyDescription) }
}

type BarDescription = Required<
  Pick<
    HighestBar,
    'headline' | 'headlineScore' | 'example' | 'isLargest' | 'mostNoticed' | 'name' | 'terms' | 'subject' | 'copies'
  >
>

/** A bar whose documents were not read. */
const emptyDescription: BarDescription = {
  headline: null,
  headlineScore: 1,
  example: null,
  isLargest: false,
  mostNoticed: null,
  name: null,
  terms: [],
  subject: null,
  copies: null,
}

/** What the titles of the bar tell. */
function describeBar(
  { documents }: { documents: number },
  { headline, mostNoticed, copies, retellings, name, terms, subject }: BusiestDays,
  scores: HeadlineScores,
): BarDescription {
  const quoted = headline && toQuoted(headline)
  const headlineScore = scores.get(quoted?.id ?? '') ?? 1
  const isSure = headlineScore >= minBarScore
  return {
    headline: isSure ? quoted : null,
    headlineScore,
    example: isSure ? null : quoted,
    isLargest: retellings >= minLargestPart * Math.min(documents, maxTitlesListed),
    mostNoticed: mostNoticed ? toQuoted(mostNoticed) : null,
    name: name ?? null,
    terms,
    subject: subject ?? null,
    copies: copies && documents >= minBarDocuments ? { ...copies, first: toQuoted(copies.first) } : null,
  }
}

type MeasuredBar = Omit<HighestBar, keyof BarDescription | 'noun'>

/** Where the highest bar is, and how far it stands above the next. */
function measureHighestBar(volume: StoryVolume): MeasuredBar | null {
  const { days } = volume
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return null
  const interval = intervalFor(countDays(first, last))
  const begin = highestBar(days, interval, ({ documents }) => documents)
  if (begin === '') return null // a period without publications
  const stories = storiesOfBar(volume, begin, interval)
  if (stories === null) return null
  const next = nextOf(begin, interval)
  const isWithin = ({ day }: { day: string }) => begin <= day && day < next
  const others = days.filter((day) => !isWithin(day))
  const second = highestBar(others, interval, ({ documents }) => documents)
  const sumOf = (some: StoryVolume['days']) => some.reduce((sum, day) => sum + day.documents, 0)
  const documents = sumOf(days.filter(isWithin))
  const secondHighest = sumOf(others.filter(({ day }) => beginOf(day, interval) === second))
  const begins = [...new Set(days.map(({ day }) => beginOf(day, interval)))]
  return {
    interval,
    from: laterOf(begin, first),
    to: next > last ? last : addDays(next, -1),
    documents,
    isTied: documents === secondHighest,
    isClear: documents >= clearlyAbove * secondHighest,
    isCertain: documents - secondHighest >= minDeviations * Math.sqrt(documents + secondHighest),
    stories,
    pointer: `/volume/points/${begins.indexOf(begin)}`,
  }
}

/** The stories of the bar that begins on a day; null where they were not counted. */
function storiesOfBar(
  { days, weeks, months }: StoryVolume,
  begin: string,
  interval: MeasuredBar['interval'],
): number | null {
  if (interval === 'day') return days.find(({ day }) => day === begin)?.storyClusters ?? null
  const bars = interval === 'week' ? weeks : months
  return bars.find(({ firstDay }) => firstDay === begin)?.clusters ?? null
}

export function toQuoted({ documentId, ...document }: NonNullable<TopicEvent['headline']>): QuotedDocument {
  return { ...document, id: documentId, body: null }
}

export function toReported(
  { headline, mostNoticed, ...event }: TopicEvent,
  index: number,
  { nounOf, scores }: { nounOf: NounOf; scores: HeadlineScores },
): ReportedEvent {
  return {
    ...event,
    headlineScore: scores.get(headline?.documentId ?? '') ?? 0,
    noun: nounOf(event.onset, event.until),
    isLargest: event.retellings >= minLargestPart * Math.min(event.documents, maxTitlesWithin),
    headline: headline === null ? null : toQuoted(headline),
    mostNoticed: mostNoticed ? toQuoted(mostNoticed) : null,
    pointer: `/events/events/${index}`,
  }
}

/** The subject that stands out of a topic without an event. */
export function reportedSubject(
  { events, volume }: { events: EventsSection; volume: StoryVolume },
  nounOf: NounOf,
): ReportedSubject | null {
  const { outstanding } = events
  if (outstanding == null || outstanding.subject === null) return null
  const { subject, firstDay, lastDay, headline } = outstanding
  return {
    ...outstanding,
    subject,
    documents: volume.days.reduce(
      (sum, { day, documents }) => sum + (firstDay <= day && day <= lastDay ? documents : 0),
      0,
    ),
    noun: nounOf(firstDay, lastDay),
    headline: toQuoted(headline),
    pointer: '/events/outstanding',
  }
}

/** Maximum number of titles read of the days of an event, and of those of the highest bar and of events that only a list shows. */
export const [maxTitlesWithin, maxTitlesListed] = [100, 40] as const
/** A headline of fewer of the documents that were read is one among several. */
const minLargestPart = 0.4

/** An event of a smaller part of the weight of the largest does not come before it, however high its bar is. */
const minLeadingPart = 0.25
/** A bar that has this many times the documents of the one with most stories is what a reader sees, copies or not. */
const minTimesHigher = 1.5

/** The event that peaks in the highest bar first, if it is one of the largest: a reader of the chart looks for what happened there. */
export function leadingFirst(events: readonly FoundEvent[], days: readonly VolumeDay[]): readonly FoundEvent[] {
  const [byDocuments, byStories] = [busiestDays(days), busiestDays(days, ({ storyClusters }) => storyClusters ?? 0)]
  const isIn = (peak: string, bar: DayRange | null) => bar !== null && bar.from <= peak && peak <= bar.to
  const least = minLeadingPart * (events[0] === undefined ? 0 : eventWeight(events[0]))
  const documentsIn = (bar: DayRange | null) =>
    days.reduce(
      (sum, { day, documents }) => sum + (bar !== null && bar.from <= day && day <= bar.to ? documents : 0),
      0,
    )
  const isFarHigher = documentsIn(byDocuments) >= minTimesHigher * documentsIn(byStories)
  const leading = events.find(
    (event) =>
      isIn(event.peak, byDocuments) &&
      (isFarHigher || isIn(event.peak, byStories ?? byDocuments)) &&
      eventWeight(event) >= least,
  )
  return leading === undefined ? events : [leading, ...events.filter((event) => event !== leading)]
}

/** The days of the highest bar, as the chart first shows them: of documents, or of what else is counted. */
export function busiestDays(
  days: readonly VolumeDay[],
  countOf: (day: VolumeDay) => number = ({ documents }) => documents,
): DayRange | null {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return null
  const interval = intervalFor(countDays(first, last))
  const begin = highestBar(days, interval, countOf)
  if (begin === '') return null
  const end = addDays(nextOf(begin, interval), -1)
  return { from: laterOf(begin, first), to: earlierOf(end, last) }
}

export function laterOf(one: string, other: string): string {
  return one > other ? one : other
}

export function earlierOf(one: string, other: string): string {
  return one < other ? one : other
}
