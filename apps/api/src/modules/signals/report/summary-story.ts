import {
  addDays,
  busiestStatement,
  carrierStatement,
  coverageStatement,
  countTitle,
  type EventRank,
  eventStatement,
  isNearCopy,
  levelStatement,
  levelTitle,
  peakTitle,
  quietStatement,
  type QuotedDocument,
  type ReportedEvent,
  type StatementDraft,
  tokens,
} from '@auspex/analytics'
import type { SeriesInterval, SignalReport, TopicEvent } from '@auspex/sdk/types'
import { countDays } from '@auspex/contract/days'
import { type DailyReport, intervalFor } from './daily-series.ts'
import { nameKind } from './group-names.ts'
import { lastShift } from './last-shift.ts'
import { beginOf, nextOf } from './present-series.ts'
import { sayTopic } from './say-topic.ts'

/** The sections that the story is made of. */
export type StorySections = Pick<SignalReport, 'query' | 'counts' | 'events' | 'inflections' | 'stage' | 'voices'> & {
  volume: Pick<DailyReport['volume'], 'days' | 'weeks' | 'months' | 'groups'>
}

const mostSentences = 5
/** Events that are told in words; the chart and the list have the others. */
const eventsTold = 2
/** A group that holds less of the topic is not missed by a reader. */
const leastPart = 0.1
/** A bar that holds so much of the topic is told of a topic without an event. */
const remarkablePart = 0.25
/** Names of groups that are words and no names. */
const librarySources: readonly string[] = ['imported', 'demo']

/**
 * The finding that heads the chart, and the sentences beside it, the most surprising first: when it peaked and why, what else happened,
 * what lasts, who carries it; and last what is not covered. `others` are sentences that are remarkable in this report, such as a growth
 * that is certain. What is not remarkable is not told.
 */
export function storyStatements(report: StorySections, others: readonly StatementDraft[]): StatementDraft[] {
  const { query, counts, volume, voices } = report
  const topic = sayTopic(query.title)
  const events = report.events.events.map(toReported)
  const { greatest, rank } = greatestEvent(events, volume.days)
  // a sample cannot tell its stories
  const busiest =
    rank === 'peak' || counts.sampled ? null : busiestOf(volume, greatest === undefined ? counts.documents : 0)
  const further = events
    .filter((event) => event !== greatest)
    .slice(0, eventsTold - 1)
    .map((event) => (isTitledAlike(event, greatest) ? { ...event, headline: null } : event))
  const coverage = coverageStatement(
    joinArchives(volume.groups.filter(({ documents }) => documents > 0))
      .filter(({ documents }) => documents >= leastPart * counts.documents)
      .map(({ endsOn, spans, label, source, kind }) => ({
        name: librarySources.includes(source) ? nameKind(source, kind, String).toLowerCase() : label,
        source,
        kind,
        endsOn,
        gaps: spans.slice(1).flatMap(({ firstDay }, index) => {
          const before = spans[index]
          return before === undefined ? [] : [{ firstDay: addDays(before.lastDay, 1), lastDay: addDays(firstDay, -1) }]
        }),
      })),
  )
  const shift = lastShift(report)
  const level = shift && levelStatement(shift)
  const sentences = [
    greatest === undefined ? null : eventStatement(greatest, rank),
    busiest,
    ...further.map((event) => eventStatement(event, { greatest: greatest ?? event })),
    level,
    greatest === undefined && level === null && report.events.reason === null ? quietStatement(counts.documents) : null,
    ...others,
    counts.sampled ? null : carrierStatement(voices.outlets, counts.documents),
  ].flatMap((draft) => draft ?? [])
  const shiftTitle = shift && level && levelTitle(shift, topic)
  const title =
    greatest === undefined ? (shiftTitle ?? countTitle({ ...counts, topic })) : peakTitle(greatest, topic, rank)
  return [
    ...(title === null ? [] : [title]),
    ...sentences.slice(0, mostSentences - (coverage === null ? 0 : 1)),
    ...(coverage === null ? [] : [coverage]),
  ]
}

/** The archives of a source and kind as one group: what is between two of them is told as a gap. */
function joinArchives(groups: DailyReport['volume']['groups']): DailyReport['volume']['groups'] {
  return [...Map.groupBy(groups, ({ source, kind }) => `${source} ${kind}`).values()].flatMap((archives) => {
    const sorted = archives.toSorted((a, b) => ((a.spans[0]?.firstDay ?? '') < (b.spans[0]?.firstDay ?? '') ? -1 : 1))
    const last = sorted.at(-1)
    if (last === undefined) return []
    const documents = archives.reduce((sum, one) => sum + one.documents, 0)
    return [{ ...last, documents, spans: sorted.flatMap(({ spans }) => spans) }]
  })
}

/**
 * The event that heads the report. It is the peak if in its days lie both the bar with most stories and the one with most documents, of
 * several the one with the most stories above the usual; a bar is a day, week or month, as the chart shows them first. Where copies make
 * another bar the highest nobody could see why an event is said to be the peak: then it is the most surprising, which chart and list number 1.
 */
function greatestEvent(
  events: readonly ReportedEvent[],
  days: DailyReport['volume']['days'],
): { greatest: ReportedEvent | undefined; rank: EventRank } {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return { greatest: undefined, rank: 'outstanding' }
  const interval = intervalFor(countDays(first, last))
  // a sample cannot tell its stories, so its documents stand for them
  const byStories = highestBar(days, interval, ({ documents, storyClusters }) => storyClusters ?? documents)
  const byDocuments = highestBar(days, interval, ({ documents }) => documents)
  const holds = ({ onset, until }: ReportedEvent, bar: string) =>
    onset < nextOf(bar, interval) && bar <= (until ?? last)
  const peak = events
    .toSorted((a, b) => above(b) - above(a))
    .find((event) => holds(event, byStories) && holds(event, byDocuments))
  return peak === undefined ? { greatest: events[0], rank: 'outstanding' } : { greatest: peak, rank: 'peak' }
}

/** The first day of the bar that is the highest; empty where all are. */
function highestBar(
  days: DailyReport['volume']['days'],
  interval: SeriesInterval,
  countOf: (day: DailyReport['volume']['days'][number]) => number,
): string {
  const bars = new Map<string, number>()
  for (const day of days) {
    const count = countOf(day)
    if (count === 0) continue // most days of a rare topic
    const begin = beginOf(day.day, interval)
    bars.set(begin, (bars.get(begin) ?? 0) + count)
  }
  const [highest = ''] = [...bars].toSorted(([, a], [, b]) => b - a)[0] ?? []
  return highest
}

/**
 * When most documents were published: the bar that a reader sees is the highest. Null when it holds little of `all`: with no event to tell it from,
 * a bar must be remarkable by itself.
 */
function busiestOf({ days, weeks, months }: StorySections['volume'], all: number): StatementDraft | null {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return null
  const interval = intervalFor(countDays(first, last))
  const begins = [...new Set(days.map(({ day }) => beginOf(day, interval)))]
  const begin = highestBar(days, interval, ({ documents }) => documents)
  if (begin === '') return null // the days of a period in which nothing was published
  const next = nextOf(begin, interval)
  const within = days.filter(({ day }) => begin <= day && day < next)
  const stories =
    interval === 'day'
      ? within[0]?.storyClusters
      : (interval === 'week' ? weeks : months).find(({ firstDay }) => firstDay === begin)?.clusters
  const documents = within.reduce((sum, day) => sum + day.documents, 0)
  if (stories == null || documents < remarkablePart * all) return null
  return busiestStatement({
    interval,
    from: begin > first ? begin : first,
    to: next > last ? last : addDays(next, -1),
    documents,
    stories,
    pointer: `/volume/points/${begins.indexOf(begin)}`,
  })
}

/** Two events of one saga can have one headline, which is quoted once. */
function isTitledAlike({ headline }: ReportedEvent, greatest: ReportedEvent | undefined): boolean {
  const [title, other] = [headline?.title ?? '', greatest?.headline?.title ?? '']
  return isNearCopy(tokens(title), tokens(other))
}

function above({ stories, expected }: ReportedEvent): number {
  return stories - expected
}

function toReported({ headline, ...event }: TopicEvent, index: number): ReportedEvent {
  return { ...event, headline: headline === null ? null : toQuoted(headline), pointer: `/events/events/${index}` }
}

function toQuoted({ documentId, ...document }: NonNullable<TopicEvent['headline']>): QuotedDocument {
  return { ...document, id: documentId, body: null }
}
