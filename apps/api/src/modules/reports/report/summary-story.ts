import {
  addDays,
  type BusiestPeriod,
  busiestPeriodStatement,
  countTitle,
  coverageStatement,
  type DailyReport,
  dominantOutletStatement,
  type EventRank,
  type FurtherOrder,
  furtherStatement,
  highestBar,
  intervalFor,
  isNearDuplicate,
  leadStatement,
  levelStatement,
  levelTitle,
  nameSubject,
  nextOf,
  noChangeStatement,
  peakTitle,
  type ReportedEvent,
  singleTextTitle,
  type StatementDraft,
  steadyTitle,
  supportThresholds,
  tokens,
} from '@auspex/analytics'
import type { DaySpan, SignalReport } from '@auspex/sdk/types'
import { countDays } from '@auspex/contract/days'
import { nameKind } from './group-names.ts'
import {
  barTitle,
  busiestOf,
  type HighestBar,
  isAboutNoticed,
  isWorthTelling,
  isExplained,
  type StoryVolume,
  toReported,
} from './highest-bar.ts'
import { createNounOf, lastShift, type ShiftSections } from './lasting-level.ts'
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
/** For a topic without an event, a bar with this part of its documents is what happened. */
const minBarShare = 0.25
/** An event with a smaller part of the excess of the largest is in the list, not in the story. */
const minFurtherPart = 0.1
/** An event with a smaller part of the topic's documents does not head its report where one bar of the chart holds more. */
const minLeadShare = 0.02
/** Nor does one outside the highest bar of which no title tells, with a smaller part than this. */
const minUntoldShare = 0.1
/** Nor does one outside the highest bar with fewer stories than this and a smaller part of the documents. */
const minMinorStories = 15
const minMinorShare = 0.03
/** Sources whose group names are common nouns, not proper names. */
const librarySources: readonly string[] = ['imported', 'demo']

/**
 * The statement that heads the chart, and the sentences beside it, the largest first: what happened and how it went, what made the highest bar of the
 * chart where that was something else, what else happened, what lasts, who carries it; and last what is not covered. `others` are sentences that are
 * remarkable in this report, such as a certain growth; `discussed` is told where no event has a headline. Unremarkable findings are left out.
 */
export function storyStatements(
  report: StorySections,
  { others, discussed }: { others: readonly StatementDraft[]; discussed: StatementDraft | null },
): StatementDraft[] {
  const { query, counts, volume, voices } = report
  const { topic: words, scope, days } = describeQueryParts(query)
  const topic = `${words}${scope}${days}`
  const nounOf = createNounOf(volume)
  const events = report.events.events.map((event, index) => toReported(event, index, nounOf))
  const lead = findLead(events, { days: volume.days, topicDocuments: counts.documents })
  // the stories of a sample are unknown
  const found = counts.sampled ? null : busiestOf(volume, report.events.busiest ?? null, nounOf)
  // a name says nothing of the part of the library that the query is narrowed to
  const isWhole = scope === '' && days === ''
  const bar = found && { ...found, name: isWhole ? found.name : null }
  const single = bar && singleTextTitle(bar, { topic, documents: counts.documents })
  const isSingle = bar !== null && single !== null && (lead === null || isWithin(lead.main, bar))
  const event = lead === null || isSingle ? null : leadStatement(lead.wave)
  const [leadQuote] = quotesOf([event])
  const busiest =
    bar === null ||
    !(isWorthTelling(bar) || isAhead(bar, lead) || (lead === null && isExplained(bar))) ||
    (lead !== null && report.events.busiest == null)
      ? null
      : busiestPeriodStatement(bar, {
          isQuoted: leadQuote !== undefined && bar.copies !== null && isTitledAlike(leadQuote, bar.copies.first.title),
          isEventful: lead !== null || hasEventIn(bar, report.events) || isQuiet(report),
        })
  const isBarLarger =
    bar !== null &&
    busiest !== null &&
    (isSingle || isAhead(bar, lead) || bar.documents > leastOfBar(lead, counts.documents))
  const isCalm = lead === null && !isBarLarger
  const isTiny = lead !== null && lead.wave.stories < minBesideBar
  const first = isBarLarger ? null : event
  const told = quotesOf([first ?? event, busiest])
  const beside =
    isBarLarger && lead !== null && bar !== null && !isTiny
      ? furtherStatement(lead.wave, { greatest: { peak: bar.from, until: bar.to }, order: 'first' })
      : null
  const second = isRepeated(beside, told) ? null : beside
  const further = furtherEvents(events, { lead, bar: busiest === null ? null : bar, told, hasFirst: second !== null })
  const coverage = describeCoverage(report)
  const shift = lastShift(report, nounOf)
  const level = shift && levelStatement(shift)
  const isNamed = quotesOf([first, busiest, ...further]).length > 0
  const quiet = isCalm && isQuiet(report) ? noChangeStatement(counts.documents) : null
  const shiftTitle = shift && level && levelTitle(shift, topic)
  const isShiftTitle = isCalm && shiftTitle !== null
  const isBarTitle = isCalm && shiftTitle === null && quiet === null && busiest !== null && bar !== null
  const sentences = [
    ...(isBarLarger ? [busiest, second] : [first]),
    isShiftTitle ? level : null,
    quiet,
    isBarLarger ? null : busiest,
    isNamed ? null : discussed,
    ...further,
    isShiftTitle ? null : level,
    ...others,
    counts.sampled ? null : dominantOutletStatement(voices.outlets, counts.documents),
  ].flatMap((draft) => draft ?? [])
  const title = isBarLarger
    ? ((isSingle ? single : null) ?? barTitle(bar, topic))
    : lead !== null
      ? peakTitle({ ...lead.main, name: isWhole ? lead.main.name : null }, topic, lead.rank)
      : (shiftTitle ??
        (isBarTitle && bar !== null ? barTitle(bar, topic) : null) ??
        (quiet === null ? null : steadyTitle(topic)) ??
        countTitle({ ...counts, isSampled: counts.sampled, topic: `${words}${days}`, scope }))
  return [
    ...(title === null ? [] : [title]),
    ...sentences.slice(0, maxSentences - (coverage === null ? 0 : 1)),
    ...(coverage === null ? [] : [coverage]),
  ]
}

/** The largest event with a headline, where none heads the report. */
function eventBeside(events: readonly ReportedEvent[], bar: BusiestPeriod): StatementDraft[] {
  const event = events.find((one) => one.headline !== null && !isWithin(one, bar))
  const greatest = { peak: bar.from, until: bar.to }
  return [event && furtherStatement(event, { greatest, order: 'first' })].flatMap((draft) => draft ?? [])
}

/** What the sources of a large part of the topic do not cover. */
function describeCoverage({ volume, counts, lastDay }: StorySections): StatementDraft | null {
  return coverageStatement(
    joinArchives(volume.groups)
      .filter(({ documents }) => documents > 0 && documents >= minPart * counts.documents)
      .map(({ endsOn, spans, label, source, kind }) => ({
        name: librarySources.includes(source) ? nameKind(source, kind, String).toLowerCase() : label,
        source,
        kind,
        // an archive that ends some days before the report does so for no reader's concern
        endsOn: endsOn !== null && endsOn < addDays(lastDay, -maxMissedDays) ? endsOn : null,
        gaps: gapsOf(spans, volume.days).filter(
          (gap) => countDays(gap.firstDay, gap.lastDay) >= minMissedPart * volume.days.length,
        ),
      })),
  )
}

/** Documents of a bar that heads its report: more than those of the event, if that is small, or without one a quarter of all. */
function leastOfBar(lead: Lead | null, documents: number): number {
  if (lead === null) return minBarShare * documents
  return lead.main.documents < minLeadShare * documents ? lead.main.documents : Infinity
}

function quotesOf(drafts: readonly (StatementDraft | null)[]): string[] {
  return drafts.flatMap((draft) => draft?.claims.flatMap(({ quote }) => quote?.text ?? []) ?? [])
}

/** The next largest events that are not told yet; none quotes what another sentence quotes. */
function furtherEvents(
  events: readonly ReportedEvent[],
  {
    lead,
    bar,
    told,
    hasFirst,
  }: { lead: Lead | null; bar: BusiestPeriod | null; told: readonly string[]; hasFirst: boolean },
): StatementDraft[] {
  if (lead === null) return bar === null ? [] : eventBeside(events, bar).filter((draft) => !isRepeated(draft, told))
  const titles = [...told]
  const chosen: ReportedEvent[] = []
  const say = (event: ReportedEvent, order: FurtherOrder) => furtherStatement(event, { greatest: lead.main, order })
  for (const event of namedFirst(events)) {
    if (chosen.length === (hasFirst ? maxFurther - 1 : maxFurther)) break
    if (
      lead.parts.includes(event) ||
      (bar !== null && isWithin(event, bar)) ||
      above(event) < minFurtherPart * above(lead.wave)
    )
      continue
    const title = (event.headline ?? event.mostNoticed)?.title ?? null
    const isAlike = title !== null && titles.some((other) => isTitledAlike(title, other))
    if (isAlike || say(event, 'first') === null) continue
    if (title !== null) titles.push(title)
    chosen.push(event)
  }
  return chosen
    .toSorted((a, b) => (a.onset < b.onset ? -1 : 1))
    .flatMap((event, at) => say(event, at === 0 && !hasFirst ? 'first' : 'second') ?? [])
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

/** What heads a report. */
interface Lead {
  /** The event at its height. */
  main: ReportedEvent
  /** Events that follow each other closely, told as one. */
  parts: readonly ReportedEvent[]
  wave: ReportedEvent
  rank: EventRank
}

/** Events with at most this many days between them are one matter. */
const maxGapDays = 14
/** A smaller part of the excess of the main event is not its beginning or end. */
const minPartOfMain = 0.2

/**
 * The event that heads the report, which is the first of the list, and whether its peak is the highest bar of the chart, by stories and by documents: a
 * day, week or month, as the chart first shows them. Events that follow each other closely are told as one.
 */
function findLead(
  events: readonly ReportedEvent[],
  { days, topicDocuments }: { days: DailyReport['volume']['days']; topicDocuments: number },
): Lead | null {
  const [main] = events
  if (main === undefined) return null
  const [firstDay = '', lastDay = ''] = [days[0]?.day, days.at(-1)?.day]
  const interval = firstDay === '' ? 'day' : intervalFor(countDays(firstDay, lastDay))
  // the stories of a sample are unknown, so its documents are used instead
  const byStories = highestBar(days, interval, ({ documents, storyClusters }) => storyClusters ?? documents)
  const byDocuments = highestBar(days, interval, ({ documents }) => documents)
  const isPeakOf = ({ peak }: ReportedEvent, bar: string) => bar !== '' && bar <= peak && peak < nextOf(bar, interval)
  const isPeak = isPeakOf(main, byStories) && isPeakOf(main, byDocuments)
  const parts = joinedEvents(events, main, lastDay)
  const isTiny = main.stories < minBesideBar && main.documents < minLeadShare * topicDocuments
  const isSmall = main.documents < minUntoldShare * topicDocuments || main.stories < minBesideBar
  const isUntold = !isPeak && isSmall && nameSubject(main).quote === null && main.name == null
  const isMinor = !isPeak && main.stories < minMinorStories && main.documents < minMinorShare * topicDocuments
  if ((isTiny || isUntold || isMinor) && parts.length === 1) return null
  if (parts.reduce((sum, { stories }) => sum + stories, 0) < supportThresholds.event.min) return null
  return {
    main,
    parts,
    wave: parts.length === 1 ? main : joinEvents(parts, main),
    rank: isPeak ? 'peak' : 'outstanding',
  }
}

/** The events around one that follow each other closely, oldest first. */
function joinedEvents(events: readonly ReportedEvent[], main: ReportedEvent, lastDay: string): ReportedEvent[] {
  const large = events.filter((event) => above(event) >= minPartOfMain * above(main))
  const ordered = large.toSorted((a, b) => (a.onset < b.onset ? -1 : 1))
  const at = ordered.indexOf(main)
  const follows = (one: ReportedEvent | undefined, next: ReportedEvent | undefined) =>
    one !== undefined && next !== undefined && next.onset <= addDays(one.until ?? lastDay, maxGapDays)
  let [first, last] = [at, at]
  while (follows(ordered[first - 1], ordered[first])) first -= 1
  while (follows(ordered[last], ordered[last + 1])) last += 1
  return ordered.slice(first, last + 1)
}

function joinEvents(parts: readonly ReportedEvent[], main: ReportedEvent): ReportedEvent {
  const sum = (valueOf: (event: ReportedEvent) => number) => parts.reduce((total, event) => total + valueOf(event), 0)
  const last = parts.at(-1) ?? main
  return {
    ...main,
    onset: parts[0]?.onset ?? main.onset,
    until: last.until,
    stories: sum(({ stories }) => stories),
    documents: sum(({ documents }) => documents),
    expected: sum(({ expected }) => expected),
    excess: { low: sum(({ excess }) => excess.low), high: sum(({ excess }) => excess.high) },
    isJoined: true,
    pointer: null,
  }
}

/** A bar of fewer documents heads no report before an event. */
const minLeadingBar = 20
/** An event of a smaller part of the stories of the highest bar is not the largest thing that happened. */
const minPartOfBar = 0.6
/** Nor of this part, where an event has a headline, and of the bar only what was noticed is known. */
const minPartOfNoticedBar = 0.5

/**
 * Whether the highest bar heads a report before an event elsewhere: it has a headline and the event none, or is much larger; or it is clearly the
 * highest, and a title that people noticed tells of it.
 */
function isAhead(bar: HighestBar, lead: Lead | null): boolean {
  if (lead === null || lead.rank !== 'outstanding') return false
  const { quote, isNoticed } = nameSubject(lead.main)
  if (bar.documents < minLeadingBar) return false
  const hasHeadline = quote !== null && !isNoticed
  const { stories } = lead.wave
  if (bar.headline !== null) return stories < (hasHeadline ? minPartOfBar : 1) * bar.stories
  if (!bar.isClear || bar.mostNoticed === null) return false
  return hasHeadline
    ? isAboutNoticed(bar) && stories < minPartOfNoticedBar * bar.stories
    : stories < minPartOfBar * bar.stories
}

/** Fewer stories are not worth a sentence after the highest bar. */
const minBesideBar = 10

function isRepeated(draft: StatementDraft | null, told: readonly string[]): boolean {
  return quotesOf([draft]).some((text) => told.some((other) => isTitledAlike(text, other)))
}

function isTitledAlike(title: string, other: string): boolean {
  return isNearDuplicate(new Set(tokens(title)), new Set(tokens(other)))
}

function isWithin({ peak }: ReportedEvent, { from, to }: BusiestPeriod): boolean {
  return from <= peak && peak <= to
}

function above({ stories, expected }: ReportedEvent): number {
  return stories - expected
}
