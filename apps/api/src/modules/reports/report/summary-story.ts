import {
  addDays,
  type BusiestPeriod,
  busiestLeadStatement,
  busiestPeriodStatement,
  canBeTold,
  countTitle,
  coverageStatement,
  type DailyReport,
  dominantOutletStatement,
  type EventRank,
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
  noEventStatement,
  noPeakTitle,
  peakTitle,
  type ReportedEvent,
  type ReportedShift,
  isReport,
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
  isPeakBar,
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
const minBarShare = 0.2
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
  const bar = counts.sampled ? null : busiestOf(volume, report.events.busiest ?? null, nounOf)
  const single = bar && singleTextTitle(bar, { topic, documents: counts.documents })
  const isSingle = bar !== null && single !== null && (lead === null || isWithin(lead.main, bar))
  const isLevelLed = lead === null && !isSingle
  const shift = lastShift(report, nounOf)
  const isBarLarger =
    bar !== null &&
    (isSingle ||
      isAhead(bar, lead, volume.days) ||
      (isWorthTelling(bar) && bar.documents > leastOfBar(lead, counts.documents)) ||
      (isLevelLed && isNews(bar)))
  const event = lead === null || isBarLarger ? null : leadStatement(lead.wave)
  const [leadQuote] = quotesOf([event])
  const isQuoted = leadQuote !== undefined && bar?.copies != null && isTitledAlike(leadQuote, bar.copies.first.title)
  const isEventful = lead !== null || (bar !== null && hasEventIn(bar, report.events)) || isQuiet(report)
  const barStatement =
    bar === null || (lead !== null && report.events.busiest == null)
      ? null
      : isBarLarger
        ? busiestLeadStatement(bar, { isEventful, isSingle })
        : isWorthTelling(bar) || (lead === null && isExplained(bar))
          ? busiestPeriodStatement(bar, { isQuoted })
          : null
  // no text is quoted twice
  const busiest =
    !isBarLarger && bar?.copies == null && isRepeated(barStatement, quotesOf([event])) ? null : barStatement
  const first = isBarLarger ? busiest : event
  const hasLead = first !== null
  const told = quotesOf([first, busiest])
  const further = furtherEvents(events, { lead, bar: busiest === null ? null : bar, told, isBarLarger })
  const furtherTold =
    bar === null && lead === null
      ? null
      : furtherStatement(
          further,
          isBarLarger && bar !== null ? { peak: bar.from } : (lead?.main ?? { peak: bar?.from ?? '' }),
        )
  const coverage = describeCoverage(report)
  const isNamed = quotesOf([first, busiest, furtherTold]).length > 0 || !canBeDiscussed(discussed, words)
  const isUneventful = report.events.reason === null && !canTellSize(events)
  const level =
    shift && levelStatement(shift, { isTitled: !hasLead, isUneventful: !hasLead && isUneventful && !isNamed })
  const isLevelTitle = !hasLead && shift !== null && level !== null && isLasting(shift)
  const isUntold = !hasLead && report.events.reason === null && counts.documents >= supportThresholds.steady.min
  const quiet =
    !hasLead && !isLevelTitle && isQuiet(report) && !hasCertainChange(others)
      ? noChangeStatement(counts.documents)
      : null
  const isBarTitle = !hasLead && !isLevelTitle && quiet === null && bar !== null && busiest !== null && isPeakBar(bar)
  const barLead = isBarTitle ? busiestLeadStatement(bar, { isEventful }) : null
  const sentences = [
    first ?? barLead,
    isLevelTitle ? level : null,
    quiet ?? (isUntold && !isLevelTitle && !isBarTitle && !canTellSize(events) ? noEventStatement() : null),
    isBarLarger || isBarTitle ? null : busiest,
    isNamed ? null : discussed,
    furtherTold,
    isLevelTitle ? null : shift && levelStatement(shift),
    ...others,
    counts.sampled ? null : dominantOutletStatement(voices.outlets, counts.documents),
  ].flatMap((draft) => draft ?? [])
  const title = !hasLead
    ? ((isLevelTitle ? levelTitle(shift, topic) : null) ??
      (isBarTitle && bar !== null ? barTitle(bar, topic) : null) ??
      (quiet === null ? null : steadyTitle(topic)) ??
      (isUntold ? noPeakTitle(topic) : null) ??
      countTitle({ ...counts, isSampled: counts.sampled, topic: `${words}${days}`, scope }))
    : isBarLarger && bar !== null
      ? ((isSingle ? single : null) ?? barTitle(bar, topic))
      : lead && peakTitle(lead.main, topic, lead.rank)
  return [
    ...(title === null ? [] : [title]),
    ...sentences.slice(0, maxSentences - (coverage === null ? 0 : 1)),
    ...(coverage === null ? [] : [coverage]),
  ]
}

/** Whether an event is large enough to be spoken of, though no title tells it. */
function canTellSize(events: readonly ReportedEvent[]): boolean {
  return events.some(({ stories }) => stories >= supportThresholds.event.min)
}

/** Whether what was discussed most tells something of a name: what is said of a common noun is about anything. */
function canBeDiscussed(discussed: StatementDraft | null, topic: string): boolean {
  return /\p{Lu}/u.test(topic) && quotesOf([discussed]).some(isReport)
}

/** Whether a growth or fall that is going on is told, which a steady topic has not. */
function hasCertainChange(others: readonly StatementDraft[]): boolean {
  return others.some(({ claims }) => claims.some(({ kind }) => kind === 'change'))
}

/**
 * Days that a level lasted before it heads its report, if it is not about twice the one before; a fall needs both, since attention that ends is no news.
 * One that began longer ago is not news either.
 */
const minTitleDays = 300
const maxTitleDays = 1200
const minTitleRatio = 1.9

function isLasting({ day, lastDay, change: { value } }: ReportedShift): boolean {
  const days = countDays(day, lastDay)
  if (days > maxTitleDays) return false
  return value > 1 ? days >= minTitleDays || value >= minTitleRatio : days >= minTitleDays && 1 / value >= minTitleRatio
}

/** A bar of fewer documents is told by no title before a level. */
const minNewsBar = 12

/** Whether a title says what made the bar clearly the highest: a headline, or one that was discussed where chance does not explain the bar. */
function isNews(bar: HighestBar): boolean {
  const { quote, words, isNoticed } = nameSubject(bar)
  if (bar.copies !== null || !bar.isClear || bar.documents < minNewsBar || quote === null) return false
  return isReport(words) && (bar.isCertain || !isNoticed)
}

/** The largest event with a headline, where none heads the report. */
function eventBeside(events: readonly ReportedEvent[], bar: BusiestPeriod): ReportedEvent[] {
  return events.filter((one) => one.headline !== null && !isWithin(one, bar) && canBeTold(one)).slice(0, 1)
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
    isBarLarger,
  }: { lead: Lead | null; bar: BusiestPeriod | null; told: readonly string[]; isBarLarger: boolean },
): ReportedEvent[] {
  const titles = [...told]
  const isNew = (event: ReportedEvent) => {
    const title = (event.headline ?? event.mostNoticed)?.title ?? null
    if (title !== null && titles.some((other) => isTitledAlike(title, other))) return false
    if (title !== null) titles.push(title)
    return true
  }
  if (lead === null) return bar === null ? [] : eventBeside(events, bar).filter(isNew)
  const beside = isBarLarger && lead.wave.stories >= minBesideBar ? [lead.wave] : []
  const others = namedFirst(events).filter(
    (event) => !lead.parts.includes(event) && above(event) >= minFurtherPart * above(lead.wave),
  )
  const chosen: ReportedEvent[] = []
  for (const event of [...beside, ...others]) {
    if (chosen.length === maxFurther) break
    const isOfOne = chosen.some((other) => isNear(event, other) || isNear(other, event))
    if ((bar === null || !isWithin(event, bar)) && !isOfOne && canBeTold(event) && isNew(event)) chosen.push(event)
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
 * The event that heads the report, and whether its peak is in the highest bar of the chart: a day, week or month, as the chart first shows them. Events that follow each other closely are told as one.
 */
function findLead(
  events: readonly ReportedEvent[],
  { days, topicDocuments }: { days: DailyReport['volume']['days']; topicDocuments: number },
): Lead | null {
  const main = leadingEvent(events)
  if (main === undefined) return null
  const [firstDay = '', lastDay = ''] = [days[0]?.day, days.at(-1)?.day]
  const interval = firstDay === '' ? 'day' : intervalFor(countDays(firstDay, lastDay))
  const byDocuments = highestBar(days, interval, ({ documents }) => documents)
  const isPeakOf = ({ peak }: ReportedEvent, bar: string) => bar !== '' && bar <= peak && peak < nextOf(bar, interval)
  const isPeak = isPeakOf(main, byDocuments)
  const parts = joinedEvents(events, main, lastDay)
  const isTiny = main.stories < minBesideBar && main.documents < minLeadShare * topicDocuments
  const isSmall = main.documents < minUntoldShare * topicDocuments || main.stories < minBesideBar
  const isUntold = !isPeak && isSmall && !isTold(main)
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

/** An event of a smaller part of the excess of the first does not come before it, even if a title tells it. */
const minToldPart = 0.4

/** The first event of the list, or the first that a title or a name tells, if it is nearly as large: of the other only figures are known. */
function leadingEvent(events: readonly ReportedEvent[]): ReportedEvent | undefined {
  const [first] = events
  if (first === undefined || isTold(first)) return first
  return events.find((event) => isTold(event) && above(event) >= minToldPart * above(first)) ?? first
}

function isTold(event: ReportedEvent): boolean {
  return nameSubject(event).quote !== null || event.name != null || event.subject != null
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
    pointer: null,
  }
}

/** A bar of fewer documents heads no report before an event. */
const minLeadingBar = 20
/** An event of a smaller part of the stories of the highest bar is not the largest thing that happened. */
const minPartOfBar = 0.6
/** Nor of this part, where an event has a headline, and of the bar only what was noticed is known. */
const minPartOfNoticedBar = 0.5
/** A bar of this many times the documents of the event, which a headline or copies explain, is what a reader sees. */
const minTimesLead = 4

/**
 * Whether the highest bar heads a report before an event elsewhere: it has a headline and the event none, or is much larger; or it is clearly the
 * highest, and a title that people noticed tells of it.
 */
function isAhead(bar: HighestBar, lead: Lead | null, days: StoryVolume['days']): boolean {
  if (lead === null || lead.rank !== 'outstanding') return false
  const { quote, isNoticed } = nameSubject(lead.main)
  if (bar.documents < minLeadingBar) return false
  if (bar.copies !== null || bar.headline !== null) {
    const { onset, until } = lead.wave
    const ofLead = days.reduce(
      (sum, { day, documents }) => sum + (onset <= day && day <= (until ?? day) ? documents : 0),
      0,
    )
    if (bar.documents >= minTimesLead * ofLead) return true
  }
  const hasHeadline = quote !== null && !isNoticed
  const { stories } = lead.wave
  if (bar.headline !== null || bar.name != null) return stories < (hasHeadline ? minPartOfBar : 1) * bar.stories
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
