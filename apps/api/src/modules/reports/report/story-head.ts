import {
  busiestLeadStatement,
  busiestTitle,
  leadStatement,
  levelStatement,
  levelTitle,
  nameSubject,
  outstandingStatement,
  outstandingTitle,
  peakTitle,
  type ReportedEvent,
  type ReportedSeason,
  type ReportedShift,
  seasonStatements,
  singleTextTitle,
  type StatementDraft,
  supportThresholds,
} from '@auspex/analytics'
import type { SignalReport } from '@auspex/sdk/types'
import {
  type HighestBar,
  isExplained,
  isMostlyCopied,
  isPeakBar,
  reportedSubject,
  type StoryVolume,
} from './highest-bar.ts'
import { findSeason, isLasting, type NounOf, type ShiftSections } from './lasting-level.ts'
import { isBarLarger, isWithin, type Lead, minUnexplainedStories } from './leading-event.ts'

/** The sections that the story is built from. */
export interface StorySections extends ShiftSections {
  query: SignalReport['query']
  counts: SignalReport['counts']
  lastDay: string
  events: SignalReport['events']
  voices: SignalReport['voices']
  volume: StoryVolume
}

/** What heads a report: an event, the highest bar, a season or a level, with its title and its first sentence, and its days. */
export interface Head {
  kind: 'event' | 'bar' | 'season' | 'level'
  title: StatementDraft
  first: StatementDraft | null
  from: string
  /** Null for one that had not ended. */
  until: string | null
  /** Whether it is one text in many copies. */
  isCopied?: boolean
}

export interface HeadInput {
  report: StorySections
  topic: string
  /** The topic without the days that are asked for. */
  name: string
  events: readonly ReportedEvent[]
  lead: Lead | null
  bar: HighestBar | null
  nounOf: NounOf
  /** The last lasting change of the level, if it is the topic's own. */
  change: ReportedShift | null
}

/** The first of these that the report has, from what a reader sees first to what is only there for want of an event. */
export function findHead(input: HeadInput): Head | null {
  return (
    headByLargestBar(input) ??
    headBySeason(input) ??
    headByEvent(input) ??
    headBySubject(input) ??
    headByLevel(input) ??
    headByPeak(input)
  )
}

/** The highest bar, where one text in copies fills it or it is larger than any event. */
function headByLargestBar(input: HeadInput): Head | null {
  const { bar, lead, report } = input
  if (bar === null) return null
  // one text in many copies is no larger than what many texts tell, however high its bar is
  const isLarger =
    !isMostlyCopied(bar) &&
    isBarLarger(bar, { lead, days: report.volume.days, topicDocuments: report.counts.documents })
  return isLarger || copiedTextTitle(bar, input) !== null ? headOfBar(bar, input) : null
}

function headOfBar(bar: HighestBar, input: HeadInput): Head {
  const { topic, name, lead, report } = input
  const copied = copiedTextTitle(bar, input)
  const title = copied ?? busiestTitle(bar, { topic, name })
  const first = busiestLeadStatement(bar, {
    isEventful: lead !== null || mayHaveEvent(bar, report.events),
    isSingle: copied !== null,
    isTitled: isQuoting(title),
  })
  return { kind: 'bar', title, first, from: bar.from, until: bar.to, isCopied: copied !== null }
}

/** A text of a larger part of the topic is most of it. */
const minMostPart = 0.5

/** The title of a bar that one text in copies fills. Null where an event heads the report, unless that is most of the topic and this text's. */
function copiedTextTitle(bar: HighestBar, { report: { counts }, topic, lead }: HeadInput): StatementDraft | null {
  const isMost = bar.copies !== null && bar.copies.documents > minMostPart * counts.documents
  if (lead !== null && !(isMost && isWithin(lead.main, bar))) return null
  return singleTextTitle(bar, { topic, documents: counts.documents })
}

/** Whether something may have happened on these days; nothing is known of a bar that was not read. */
function mayHaveEvent(bar: HighestBar, { events, busiest }: StorySections['events']): boolean {
  const min = supportThresholds.namedEvent.min
  return busiest == null || events.some((event) => isWithin(event, bar) && event.stories >= min)
}

/** The season, unless an event outside of it leads or a title says what the event was. */
function headBySeason({ report: { counts, volume }, topic, lead, nounOf }: HeadInput): Head | null {
  const season = counts.sampled ? null : findSeason(volume, nounOf)
  if (season === null) return null
  // what a title tells of is more than the season
  if (lead !== null && (nameSubject(lead.main).quote !== null || !isOfSeason(lead.main, season))) return null
  const [title, first] = seasonStatements(season, topic)
  return { kind: 'season', title, first, from: volume.days[0]?.day ?? '', until: null }
}

/** Whether an event peaked in the months that a topic comes with. */
function isOfSeason({ peak }: ReportedEvent, { firstMonth, lastMonth }: ReportedSeason): boolean {
  const month = Number(peak.slice(5, 7)) - 1
  return firstMonth <= lastMonth ? firstMonth <= month && month <= lastMonth : month >= firstMonth || month <= lastMonth
}

function headByEvent({ report: { counts }, topic, name, lead, bar }: HeadInput): Head | null {
  if (lead === null) return null
  const { main, wave, parts, rank } = lead
  // of copies no title says that attention peaked
  const isOfCopies = bar !== null && isMostlyCopied(bar) && isWithin(main, bar)
  const dated = parts.length === 1 || rank === 'peak' ? main : wave
  const title = peakTitle(
    { ...dated, headline: wave.headline, headlineScore: wave.headlineScore ?? 0 },
    { topic, name, rank: isOfCopies ? 'outstanding' : rank },
  )
  const first = leadStatement(wave, { topicDocuments: comparableDocuments(counts), isTitled: isQuoting(title) })
  return { kind: 'event', title, first, from: wave.onset, until: wave.until }
}

/** All documents of a topic, to compare those of an event with. Those of a sample are estimated, and no event is said to be a large part of them. */
export function comparableDocuments({ sampled, documents }: SignalReport['counts']): number {
  return sampled ? Infinity : documents
}

/** The subject that stands out of a topic without an event, if its headline can be quoted. */
function headBySubject({ report, topic, nounOf }: HeadInput): Head | null {
  const subject = reportedSubject(report, nounOf)
  const first = subject && outstandingStatement(subject)
  if (subject === null || first === null) return null
  const title = outstandingTitle(subject, topic, nounOf(report.volume.days[0]?.day ?? '', null))
  return { kind: 'event', title, first, from: subject.firstDay, until: subject.lastDay }
}

function headByLevel({ report, topic, events, change }: HeadInput): Head | null {
  if (change === null || !isLasting(change)) return null
  const isUneventful = report.events.reason === null && !hasSizeableEvent(events)
  const first = levelStatement(change, { isTitled: true, isUneventful })
  return first && { kind: 'level', title: levelTitle(change, topic), first, from: change.day, until: null }
}

/** Whether an event is large enough for a report without a title that explains it. */
export function hasSizeableEvent(events: readonly ReportedEvent[]): boolean {
  return events.some(({ stories }) => stories >= minUnexplainedStories)
}

/** The highest bar of a topic without an event, where it is known what made it a peak. */
function headByPeak(input: HeadInput): Head | null {
  const { bar, report } = input
  if (bar === null || bar.documents < supportThresholds.busiest.min) return null
  const isPeak = isExplained(bar) && !isMostlyCopied(bar) && isPeakBar(bar, report.counts.documents)
  return isPeak ? headOfBar(bar, input) : null
}

function isQuoting({ claims }: StatementDraft): boolean {
  return claims.some(({ quote }) => quote !== null)
}
