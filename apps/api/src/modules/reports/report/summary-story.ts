import {
  addDays,
  type BusiestPeriod,
  busiestLeadStatement,
  busiestPeriodStatement,
  busiestTitle,
  canBeReported,
  countTitle,
  coverageStatement,
  type DailyReport,
  dominantOutletStatement,
  furtherStatement,
  isNearDuplicate,
  leadStatement,
  levelStatement,
  levelTitle,
  noEventTitle,
  outstandingStatement,
  outstandingTitle,
  peakTitle,
  type ReportedEvent,
  type ReportedSubject,
  type ReportedShift,
  singleTextTitle,
  type StatementDraft,
  supportThresholds,
  tokens,
} from '@auspex/analytics'
import type { DaySpan, SignalReport } from '@auspex/sdk/types'
import { countDays } from '@auspex/contract/days'
import { nameCovered } from './group-names.ts'
import {
  busiestOf,
  type HighestBar,
  isWorthTelling,
  isExplained,
  isPeakBar,
  type StoryVolume,
  toQuoted,
  toReported,
} from './highest-bar.ts'
import { createNounOf, lastShift, type NounOf, type ShiftSections } from './lasting-level.ts'
import {
  above,
  findLead,
  isBarLarger,
  isWithin,
  type Lead,
  maxGapDays,
  minBesideBar,
  minUnexplainedStories,
} from './leading-event.ts'
import { describeQueryParts } from '../describe-query.ts'

/** The sections that the story is built from. */
export interface StorySections extends ShiftSections {
  query: SignalReport['query']
  counts: SignalReport['counts']
  lastDay: string
  events: SignalReport['events']
  voices: SignalReport['voices']
  volume: StoryVolume
}

const maxSentences = 5
/** Events described in words; the chart and the list show the others. */
const maxFurther = 2
/** Below this part of the topic a group's gaps are not worth a sentence. */
const minPart = 0.1
/** Nor the last days of a report that a group does not cover. */
const maxMissedDays = 7
/** Nor a shorter part of its days in between. */
const minMissedPart = 0.01
/** An event with a smaller part of the excess of the largest is in the list, not in the story. */
const minFurtherPart = 0.1

/**
 * The statement that heads the chart, and the sentences beside it, the largest first: what happened, and how much was published when; what made the
 * highest bar of the chart where that was something else; what else happened, what lasts, who carries it; and last what is not covered. `others` are
 * sentences that are remarkable in this report, such as a certain growth; `carriers` says who carries a topic of which nothing else is to be said.
 * Unremarkable findings are left out. What is not covered is a detail where no sentence needs it.
 */
export function storyStatements(
  report: StorySections,
  { others, carriers }: { others: readonly StatementDraft[]; carriers: StatementDraft | null },
): StatementDraft[] {
  const { query, counts, volume, voices } = report
  const { topic: words, scope, days } = describeQueryParts(query)
  const topic = `${words}${scope}${days}`
  const nounOf = createNounOf(volume)
  const events = report.events.events.map((event, index) => toReported(event, index, nounOf))
  const lead = findLead(events, { days: volume.days, topicDocuments: counts.documents })
  // the stories of a sample are unknown
  const bar = counts.sampled ? null : busiestOf(volume, report.events.busiest ?? null, nounOf)
  const head = findHead({ report, topic, events, lead, bar, nounOf })
  const [, first] = head?.statements ?? []
  const headQuotes = quotesOf([first ?? null])
  const beside =
    bar === null || head?.kind === 'bar' || (lead !== null && report.events.busiest == null)
      ? null
      : besideStatement(bar, { lead, headQuotes })
  const further = furtherEvents(events, {
    lead,
    bar: head?.kind === 'bar' || beside !== null ? bar : null,
    quoted: quotesOf([first ?? null, beside]),
    isBarFirst: head?.kind === 'bar',
  })
  const lasting = head?.kind === 'level' ? null : lastShift(report, nounOf)
  const isTimely = lasting !== null && countDays(lasting.day, lasting.lastDay) <= maxLevelDays
  // a fall before the peak contradicts it to a reader
  const peak = lead?.main.peak ?? (head?.kind === 'bar' || beside !== null ? bar?.from : undefined)
  const isBeforePeak = lasting !== null && lasting.change.value < 1 && peak !== undefined && lasting.day <= peak
  // and alone it is no news
  const isFallAlone = lasting !== null && lasting.change.value < 1 && head === null
  const shift = isTimely && !isBeforePeak && !isFallAlone ? lasting : null
  const coverage = describeCoverage(report, head?.from ?? null)
  const isQuiet = report.events.reason === null && counts.documents >= supportThresholds.steady.min
  const noun = nounOf(volume.days[0]?.day ?? '', null)
  const sentences = [
    first,
    beside,
    furtherStatement(further),
    shift && levelStatement(shift),
    ...others.filter((other) => head === null || !isOfDaysAt(head, other)),
    counts.sampled ? null : dominantOutletStatement(voices.outlets, counts.documents, noun),
  ].flatMap((draft) => draft ?? [])
  const title =
    head?.statements[0] ??
    (isQuiet && !hasSizeableEvent(events) ? noEventTitle(topic, noun) : null) ??
    countTitle({ ...counts, isSampled: counts.sampled, topic: `${words}${days}`, scope })
  if (sentences.length === 0 && carriers !== null && title !== null) sentences.push({ ...carriers, part: 'story' })
  const isNeeded = coverage !== null && (sentences.length === 0 || shift !== null || needsCoverage(head, coverage))
  return [
    ...(title === null ? [] : [title]),
    ...sentences.slice(0, maxSentences - (isNeeded ? 1 : 0)),
    ...(coverage === null ? [] : [isNeeded ? coverage.statement : { ...coverage.statement, part: 'detail' as const }]),
  ]
}

/** A reader of what happened this many days before its sources end may take the end for one of what happened. */
const maxDaysToEnd = 60

/** Whether what heads a report goes on to, or is soon followed by, days that are not covered. */
function needsCoverage(head: Head | null, { days }: { days: readonly string[] }): boolean {
  if (head === null) return false
  const { kind, from, until } = head
  return kind === 'level' || days.some((day) => day >= from && (until === null || day <= addDays(until, maxDaysToEnd)))
}

/** What heads a report: an event, the highest bar or a level, with its title and its first sentence, and its days. */
interface Head {
  kind: 'event' | 'bar' | 'level'
  statements: readonly [title: StatementDraft, first: StatementDraft | null]
  from: string
  /** Null for one that had not ended. */
  until: string | null
}

/** Whether a sentence is on the growth of the days that head the report: a second count of one peak. */
function isOfDaysAt({ kind, from, until }: Head, { claims }: StatementDraft): boolean {
  return (
    kind !== 'level' &&
    claims.some(
      ({ formula, evidence: { from: first, to: last } }) =>
        formula === 'momentum' && (last ?? '9999') >= from && (until === null || (first ?? '') <= until),
    )
  )
}

interface HeadInput {
  report: StorySections
  topic: string
  events: readonly ReportedEvent[]
  lead: Lead | null
  bar: HighestBar | null
  nounOf: NounOf
}

function findHead({ report, topic, events, lead, bar, nounOf }: HeadInput): Head | null {
  const { counts, volume } = report
  const single = bar && singleTextTitle(bar, { topic, documents: counts.documents })
  const isSingle = bar !== null && single !== null && (lead === null || isWithin(lead.main, bar))
  const isEventful = lead !== null || (bar !== null && hasEventIn(bar, report.events))
  const toBarHead = (high: HighestBar): Head => ({
    kind: 'bar',
    statements: [
      (isSingle ? single : null) ?? busiestTitle(high, topic),
      busiestLeadStatement(high, { isEventful, isSingle }),
    ],
    from: high.from,
    until: high.to,
  })
  // one text in many copies is no larger than what many texts tell, however high its bar is
  const isLarger =
    bar !== null &&
    (single === null || lead === null) &&
    isBarLarger(bar, { lead, days: volume.days, topicDocuments: counts.documents })
  if (bar !== null && (isSingle || isLarger)) return toBarHead(bar)
  if (lead !== null)
    return {
      kind: 'event',
      statements: [peakTitle(lead.main, topic, lead.rank), leadStatement(lead.wave)],
      from: lead.wave.onset,
      until: lead.wave.until,
    }
  const subject = reportedSubject(report, nounOf)
  const told = subject && outstandingStatement(subject)
  if (subject !== null && told !== null) {
    const noun = nounOf(volume.days[0]?.day ?? '', null)
    return {
      kind: 'event',
      statements: [outstandingTitle(subject, topic, noun), told],
      from: subject.firstDay,
      until: subject.lastDay,
    }
  }
  const shift = lastShift(report, nounOf)
  const isBarReported = bar !== null && besideStatement(bar, { lead, headQuotes: [] }) !== null
  const isUneventful = report.events.reason === null && !hasSizeableEvent(events) && !isBarReported
  const level = shift && levelStatement(shift, { isTitled: true, isUneventful })
  if (shift !== null && level !== null && isLasting(shift))
    return { kind: 'level', statements: [levelTitle(shift, topic), level], from: shift.day, until: null }
  const isPeak =
    bar !== null &&
    bar.documents >= supportThresholds.busiest.min &&
    isExplained(bar) &&
    isPeakBar(bar, counts.documents)
  return isPeak ? toBarHead(bar) : null
}

function reportedSubject({ events, volume }: StorySections, nounOf: NounOf): ReportedSubject | null {
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

/** Copies of a text that are no larger part of a bar are not what made it high, where nothing else is known. */
const minMostPart = 0.5

/** What made the highest bar, where something else heads the report. No text is quoted twice. */
function besideStatement(
  bar: HighestBar,
  { lead, headQuotes }: { lead: Lead | null; headQuotes: readonly string[] },
): StatementDraft | null {
  if (!isWorthTelling(bar) && (lead !== null || !isExplained(bar))) return null
  // one of several bars of about that height is no peak, and one title of it is not what it was about
  const isCopied = bar.copies !== null && bar.copies.documents > minMostPart * bar.documents
  if (lead === null && !isCopied && !(bar.isClear && bar.headline !== null)) return null
  const isAlike = (title: string) => headQuotes.some((quote) => isTitledAlike(quote, title))
  const isQuoted = bar.copies !== null && isAlike(bar.copies.first.title)
  const statement = busiestPeriodStatement(bar, { isQuoted })
  return bar.copies === null && quotesOf([statement]).some(isAlike) ? null : statement
}

/** Whether an event is large enough for a report without a title that explains it. */
function hasSizeableEvent(events: readonly ReportedEvent[]): boolean {
  return events.some(({ stories }) => stories >= minUnexplainedStories)
}

/** Days that a rise lasted before it heads its report, if it is not about twice the level before. */
const minTitleDays = 300
/** A level that began longer ago is no news, and archives that began then selected differently. */
const maxLevelDays = 1200
const minTitleRatio = 1.9

/** Whether a level heads its report where no event does. A fall does not: attention that ends is no news. */
function isLasting({ day, lastDay, change: { value } }: ReportedShift): boolean {
  const days = countDays(day, lastDay)
  return value > 1 && days <= maxLevelDays && (days >= minTitleDays || value >= minTitleRatio)
}

/** The largest event with a headline, where none heads the report. */
function eventBeside(events: readonly ReportedEvent[], bar: BusiestPeriod): ReportedEvent[] {
  return events.filter((one) => one.headline !== null && !isWithin(one, bar) && canBeReported(one)).slice(0, 1)
}

/** What the sources of a large part of the topic do not cover, without what ended before the days that head the report (`from`), and the days from which it is missing. */
function describeCoverage(
  { volume, counts, lastDay }: StorySections,
  from: string | null,
): { statement: StatementDraft; days: string[] } | null {
  const groups = joinArchives(volume.groups).filter(({ documents }) => documents > 0)
  const uncovered = groups
    .filter(({ documents }) => documents >= minPart * counts.documents)
    .map(({ endsOn, spans, label, source, kind }) => ({
      subject: nameCovered({ source, kind, label }, groups),
      source,
      kind,
      // an archive that ends some days before the report does so for no reader's concern
      endsOn:
        endsOn !== null && endsOn < addDays(lastDay, -maxMissedDays) && (from === null || endsOn >= from)
          ? endsOn
          : null,
      gaps: gapsOf(spans, volume.days).filter(
        (gap) =>
          countDays(gap.firstDay, gap.lastDay) >= minMissedPart * volume.days.length &&
          (from === null || gap.lastDay >= from),
      ),
    }))
  const statement = coverageStatement(uncovered)
  const days = uncovered.flatMap(({ endsOn, gaps }) => [
    ...(endsOn === null ? [] : [endsOn]),
    ...gaps.map(({ firstDay }) => firstDay),
  ])
  return statement && { statement, days }
}

function quotesOf(drafts: readonly (StatementDraft | null)[]): string[] {
  return drafts.flatMap((draft) => draft?.claims.flatMap(({ quote }) => quote?.text ?? []) ?? [])
}

/** The next largest events; none quotes what another sentence quotes. */
function furtherEvents(
  events: readonly ReportedEvent[],
  {
    lead,
    bar,
    quoted,
    isBarFirst,
  }: { lead: Lead | null; bar: BusiestPeriod | null; quoted: readonly string[]; isBarFirst: boolean },
): ReportedEvent[] {
  const titles = [...quoted]
  const isNew = (event: ReportedEvent) => {
    const title = (event.headline ?? event.mostNoticed)?.title ?? null
    if (title !== null && titles.some((other) => isTitledAlike(title, other))) return false
    if (title !== null) titles.push(title)
    return true
  }
  if (lead === null) return bar === null ? [] : eventBeside(events, bar).filter(isNew)
  const beside = isBarFirst && lead.wave.stories >= minBesideBar ? [lead.wave] : []
  const others = namedFirst(events).filter(
    (event) => !lead.parts.includes(event) && above(event) >= minFurtherPart * above(lead.wave),
  )
  const chosen: ReportedEvent[] = []
  for (const event of [...beside, ...others]) {
    if (chosen.length === maxFurther) break
    const isOfOne = chosen.some((other) => isNear(event, other) || isNear(other, event))
    if ((bar === null || !isWithin(event, bar)) && !isOfOne && canBeReported(event) && isNew(event)) chosen.push(event)
  }
  return chosen
}

/** Whether an event begins soon after another: one of the two is enough. */
function isNear(event: ReportedEvent, { onset, until }: ReportedEvent): boolean {
  return event.onset >= onset && event.onset <= addDays(until ?? onset, maxGapDays)
}

/** The larger half of the events, those whose headline is known first: what a reader learns most from. */
function namedFirst(events: readonly ReportedEvent[]): readonly ReportedEvent[] {
  const least = minNamedPart * Math.max(0, ...events.slice(1).map(above))
  const rankOf = (event: ReportedEvent) => (above(event) < least ? 2 : event.headline === null ? 1 : 0)
  return events.toSorted((a, b) => rankOf(a) - rankOf(b))
}

const minNamedPart = 0.4

/** Whether something may have happened on these days; nothing is known of a bar that was not read. */
function hasEventIn(bar: BusiestPeriod, { events, busiest }: StorySections['events']): boolean {
  const min = supportThresholds.namedEvent.min
  return busiest == null || events.some(({ peak, stories }) => bar.from <= peak && peak <= bar.to && stories >= min)
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

function isTitledAlike(title: string, other: string): boolean {
  return isNearDuplicate(new Set(tokens(title)), new Set(tokens(other)))
}
