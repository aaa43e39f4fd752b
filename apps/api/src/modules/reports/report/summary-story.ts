import {
  addDays,
  busiestPeriodStatement,
  dominantOutletStatement,
  coverageStatement,
  countTitle,
  type EventRank,
  eventStatement,
  isNearDuplicate,
  levelStatement,
  levelTitle,
  peakTitle,
  noChangeStatement,
  type QuotedDocument,
  type ReportedEvent,
  type StatementDraft,
  tokens,
  type ReportedShift,
  supportThresholds,
} from '@auspex/analytics'
import type { BusiestDays, DaySpan, SignalReport, TopicEvent, InflectionMarker } from '@auspex/sdk/types'
import { countDays } from '@auspex/contract/days'
import { type DailyReport, intervalFor } from './daily-series.ts'
import { nameKind } from './group-names.ts'
import { beginOf, highestBar, nextOf } from './present-series.ts'
import { describeQueryParts } from '../describe-query.ts'

/** Levels that lasted no longer than this were passing: coming down from one is not a fall. */
const maxPassingDays = 180

/** The 97.5 % quantile, for 95 % intervals. */
const normalQuantile = 1.96

/** The sections that the story is built from. */
export interface StorySections extends ShiftSections {
  query: SignalReport['query']
  counts: SignalReport['counts']
  events: SignalReport['events']
  voices: SignalReport['voices']
  volume: StoryVolume
}

interface StoryVolume {
  days: DailyReport['volume']['days']
  weeks: DailyReport['volume']['weeks']
  months: DailyReport['volume']['months']
  groups: DailyReport['volume']['groups']
}

const maxSentences = 5
/** Events described in words; the chart and the list show the others. */
const maxEvents = 2
/** Below this part of the topic a group's gaps are not worth a sentence. */
const minPart = 0.1
/** For a topic without an event, a bar with this part of its documents is worth a sentence. */
const minRemarkableShare = 0.25
/** Sources whose group names are common nouns, not proper names. */
const librarySources: readonly string[] = ['imported', 'demo']

/**
 * The statement that heads the chart, and the sentences beside it, the most surprising first: when it peaked and why, what else happened, what lasts,
 * who carries it; and last what is not covered. `others` are sentences that are remarkable in this report, such as a certain growth. Unremarkable
 * findings are left out.
 */
export function storyStatements(report: StorySections, others: readonly StatementDraft[]): StatementDraft[] {
  const { query, counts, volume, voices } = report
  const { topic: words, scope, days } = describeQueryParts(query)
  const topic = `${words}${scope}${days}`
  const events = report.events.events.map(toReported)
  const { greatest, rank } = greatestEvent(events, volume.days)
  // the stories of a sample are unknown
  const busiest =
    rank === 'peak' || counts.sampled
      ? null
      : busiestOf(volume, { all: greatest === undefined ? counts.documents : 0, told: report.events.busiest ?? null })
  const further = events
    .filter((event) => event !== greatest)
    .slice(0, maxEvents - 1)
    .map((event) => (isTitledAlike(event, greatest) ? { ...event, headline: null } : event))
  const coverage = coverageStatement(
    joinArchives(volume.groups.filter(({ documents }) => documents > 0))
      .filter(({ documents }) => documents >= minPart * counts.documents)
      .map(({ endsOn, spans, label, source, kind }) => ({
        name: librarySources.includes(source) ? nameKind(source, kind, String).toLowerCase() : label,
        source,
        kind,
        endsOn,
        gaps: gapsOf(spans, volume.days),
      })),
  )
  const shift = lastShift(report)
  const level = shift && levelStatement(shift)
  const sentences = [
    greatest === undefined ? null : eventStatement(greatest, rank),
    busiest,
    ...further.map((event) => eventStatement(event, { greatest: greatest ?? event })),
    level,
    isQuiet(report) ? noChangeStatement(counts.documents) : null,
    ...others,
    counts.sampled ? null : dominantOutletStatement(voices.outlets, counts.documents),
  ].flatMap((draft) => draft ?? [])
  const shiftTitle = shift && level && levelTitle(shift, topic)
  const title =
    greatest === undefined
      ? (shiftTitle ?? countTitle({ ...counts, isSampled: counts.sampled, topic: `${words}${days}`, scope }))
      : peakTitle(greatest, topic, rank)
  return [
    ...(title === null ? [] : [title]),
    ...sentences.slice(0, maxSentences - (coverage === null ? 0 : 1)),
    ...(coverage === null ? [] : [coverage]),
  ]
}

/** The days between covered spans; all days of a report when none is covered. */
function gapsOf(spans: readonly DaySpan[], days: StorySections['volume']['days']): DaySpan[] {
  const [first, last] = [days[0], days.at(-1)]
  if (spans.length === 0 && first !== undefined && last !== undefined)
    return [{ firstDay: first.day, lastDay: last.day }]
  return spans.slice(1).flatMap(({ firstDay }, index) => {
    const before = spans[index]
    return before === undefined ? [] : [{ firstDay: addDays(before.lastDay, 1), lastDay: addDays(firstDay, -1) }]
  })
}

/**
 * Whether both searches were possible and found nothing. A listed change that is too weak or too short-lived for a sentence rules this out: the list
 * under the sentence would contradict it.
 */
function isQuiet({ events, inflections }: StorySections): boolean {
  return (
    [events.reason, inflections.reason].every((reason) => reason === null) && events.found + inflections.found === 0
  )
}

/** The archives of a source and kind as one group: the time between two of them is reported as a gap. */
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
 * The event that heads the report. It is the peak if its days contain both the bar with the most stories and the one with the most documents; among
 * several, the one with the most stories above its base. A bar is a day, week or month, as the chart first shows them. If copies make another bar the
 * highest, a reader could not see why the event is called the peak: then the most surprising event is used, number 1 in chart and list.
 */
function greatestEvent(
  events: readonly ReportedEvent[],
  days: DailyReport['volume']['days'],
): { greatest: ReportedEvent | undefined; rank: EventRank } {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return { greatest: undefined, rank: 'outstanding' }
  const interval = intervalFor(countDays(first, last))
  // the stories of a sample are unknown, so its documents are used instead
  const byStories = highestBar(days, interval, ({ documents, storyClusters }) => storyClusters ?? documents)
  const byDocuments = highestBar(days, interval, ({ documents }) => documents)
  const covers = ({ onset, until }: ReportedEvent, bar: string) =>
    onset < nextOf(bar, interval) && bar <= (until ?? last)
  const peak = events
    .toSorted((a, b) => above(b) - above(a))
    .find((event) => covers(event, byStories) && covers(event, byDocuments))
  return peak === undefined ? { greatest: events[0], rank: 'outstanding' } : { greatest: peak, rank: 'peak' }
}

/**
 * When the most documents were published, which is the highest bar of the chart. Null when it holds little of `all`: without an event for comparison,
 * a bar must be remarkable in itself.
 */
function busiestOf(
  { days, weeks, months }: StorySections['volume'],
  { all, told }: { all: number; told: BusiestDays | null },
): StatementDraft | null {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return null
  const interval = intervalFor(countDays(first, last))
  const begins = [...new Set(days.map(({ day }) => beginOf(day, interval)))]
  const begin = highestBar(days, interval, ({ documents }) => documents)
  if (begin === '') return null // a period without publications
  const next = nextOf(begin, interval)
  const within = days.filter(({ day }) => begin <= day && day < next)
  const stories =
    interval === 'day'
      ? within[0]?.storyClusters
      : (interval === 'week' ? weeks : months).find(({ firstDay }) => firstDay === begin)?.clusters
  const documents = within.reduce((sum, day) => sum + day.documents, 0)
  if (stories == null || documents < minRemarkableShare * all) return null
  const from = begin > first ? begin : first
  const isTold = told?.firstDay === from
  return busiestPeriodStatement({
    interval,
    from,
    to: next > last ? last : addDays(next, -1),
    headline: isTold && told.headline !== null ? toQuoted(told.headline) : null,
    terms: isTold ? told.terms : [],
    documents,
    stories,
    pointer: `/volume/points/${begins.indexOf(begin)}`,
  })
}

/** Two events of one saga can share a headline, which is quoted only once. */
function isTitledAlike({ headline }: ReportedEvent, greatest: ReportedEvent | undefined): boolean {
  const [title, other] = [headline?.title ?? '', greatest?.headline?.title ?? '']
  return isNearDuplicate(new Set(tokens(title)), new Set(tokens(other)))
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

interface ShiftSections {
  inflections: SignalReport['inflections']
  stage: SignalReport['stage']
  volume: { days: DailyReport['volume']['days'] }
}

type Change = ReportedShift['change']

/**
 * The last lasting change that still holds, if any. A higher level is not reported for a topic that fell silent, nor a fall to next to nothing, which
 * may only reflect what its archives chose to hold. The change is measured against the last level that lasted, since the end of a month of headlines
 * is not a fall; if the level is back to the one before them, nothing has changed.
 */
function lastShift({ inflections, stage, volume }: ShiftSections): ReportedShift | null {
  const index = inflections.points.findLastIndex(({ kind }) => kind === 'shift')
  const shift = inflections.points[index]
  if (shift === undefined || shift.change === null) return null
  const recent = inflections.points.filter(
    ({ kind, day }) => kind === 'shift' && day >= addDays(shift.day, -maxPassingDays) && day <= shift.day,
  )
  const first = recent[0] ?? shift
  const isOfPassingLevel = first.day !== shift.day
  const change = isOfPassingLevel ? joinChanges(recent) : shift.change
  if (change === null || (isOfPassingLevel && change.low <= 1 && change.high >= 1)) return null
  // spikes are not part of a level
  const spikes = inflections.points.filter(({ kind }) => kind === 'spike')
  const isLevel = (day: string) =>
    day >= shift.day && !spikes.some((spike) => spike.day <= day && (spike.endDay === null || day <= spike.endDay))
  const storiesSince = volume.days.reduce(
    (sum, { day, firstTellings, isCovered }) => sum + (isCovered && isLevel(day) ? firstTellings : 0),
    0,
  )
  const isOver = change.value > 1 ? stage.stage === 'dormant' : storiesSince < supportThresholds.fallenLevel.min
  if (isOver) return null
  return {
    day: shift.day,
    before: isOfPassingLevel ? first.day : null,
    change,
    basis: inflections.basis,
    pointer: isOfPassingLevel ? null : `/inflections/points/${index}/change/value`,
  }
}

/**
 * The ratio of the level after several changes to the one before them: the product of the ratios. The levels in between cancel out, but their
 * variances are added as if they did not, so the interval is rather too wide. Null when a change has no ratio.
 */
function joinChanges(points: readonly InflectionMarker[]): Change | null {
  let [logValue, variance, n] = [0, 0, Infinity]
  for (const { change } of points) {
    if (change === null || change.low <= 0) return null
    logValue += Math.log(change.value)
    variance += ((Math.log(change.high) - Math.log(change.low)) / (2 * normalQuantile)) ** 2
    n = Math.min(n, change.n)
  }
  const reach = normalQuantile * Math.sqrt(variance)
  return { value: Math.exp(logValue), low: Math.exp(logValue - reach), high: Math.exp(logValue + reach), n }
}
