import {
  addDays,
  type BusiestPeriod,
  canBeReported,
  type DailyReport,
  type EventRank,
  highestBar,
  intervalFor,
  isNearDuplicate,
  isReport,
  nameSubject,
  nextOf,
  type ReportedEvent,
  supportThresholds,
  tokens,
} from '@auspex/analytics'
import { countDays } from '@auspex/contract/days'
import { type HighestBar, isAboutNoticed, isExplained, isWorthTelling, type StoryVolume } from './highest-bar.ts'

/** An event with a smaller part of the topic's documents does not head its report where one bar of the chart holds more. */
const minLeadShare = 0.02
/** Nor does one outside the highest bar that no title explains, with a smaller part than this. */
const minUnexplainedShare = 0.1
/** Nor does one outside the highest bar with fewer stories than this and a smaller part of the documents. */
const minMinorStories = 15
const minMinorShare = 0.03
/** For a topic without an event, a bar with this part of its documents is what happened. */
const minBarShare = 0.2
/** Fewer stories are not worth a sentence after the highest bar. */
const minBesideBar = 10

/** What heads a report. */
export interface Lead {
  /** The event at its height. */
  main: ReportedEvent
  /** Events that follow each other closely, reported as one. */
  parts: readonly ReportedEvent[]
  wave: ReportedEvent
  rank: EventRank
}

/** Events with at most this many days between them are one matter. */
const maxGapDays = 14
/** A smaller part of the excess of the main event is not its beginning or end. */
const minPartOfMain = 0.2

/**
 * The event that heads the report, and whether its peak is in the highest bar of the chart: a day, week or month, as the chart first shows them. Events that follow each other closely are one.
 */
export function findLead(
  events: readonly ReportedEvent[],
  { days, topicDocuments }: { days: DailyReport['volume']['days']; topicDocuments: number },
): Lead | null {
  const lastDay = days.at(-1)?.day ?? ''
  const main = leadingEvent(events, lastDay)
  if (main === undefined) return null
  const isPeak = isInHighestBar(main, days)
  const parts = joinedEvents(events, main, lastDay)
  if (parts.length === 1 && !canLeadAlone(main, { isPeak, topicDocuments })) return null
  if (parts.reduce((sum, { stories }) => sum + stories, 0) < supportThresholds.event.min) return null
  return {
    main,
    parts,
    wave: parts.length === 1 ? main : joinEvents(parts, main),
    rank: isPeak ? 'peak' : 'outstanding',
  }
}

function isInHighestBar({ peak }: ReportedEvent, days: DailyReport['volume']['days']): boolean {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return false
  const interval = intervalFor(countDays(first.day, last.day))
  const bar = highestBar(days, interval, ({ documents }) => documents)
  return bar !== '' && bar <= peak && peak < nextOf(bar, interval)
}

/** Whether an event that no other follows closely is large enough, or well enough explained, to head the report. */
function canLeadAlone(
  event: ReportedEvent,
  { isPeak, topicDocuments }: { isPeak: boolean; topicDocuments: number },
): boolean {
  const { stories, documents } = event
  const isOfFewStories = stories < minBesideBar
  if (isOfFewStories && documents < minLeadShare * topicDocuments) return false
  if (!hasSubject(event) && stories < minUnexplainedStories) return false
  if (isPeak) return true
  if (!hasSubject(event) && (isOfFewStories || documents < minUnexplainedShare * topicDocuments)) return false
  return stories >= minMinorStories || documents >= minMinorShare * topicDocuments
}

/** An event of a smaller part of the excess of the first does not come before it, even if a title explains it; */
const minExplainedPart = 0.75
/** nor one of this part that is reported together with it. */
const minExplainedPartOfWave = 0.4

/** The first event of the list, or the first that a title or a name explains, if it is nearly as large: of the other only figures are known. */
function leadingEvent(events: readonly ReportedEvent[], lastDay: string): ReportedEvent | undefined {
  const [first] = events
  if (first === undefined || hasSubject(first)) return first
  const wave = joinedEvents(events, first, lastDay)
  const leastOf = (event: ReportedEvent) =>
    (wave.includes(event) ? minExplainedPartOfWave : minExplainedPart) * excessOf(first)
  return events.find((event) => hasSubject(event) && excessOf(event) >= leastOf(event)) ?? first
}

function hasSubject(event: ReportedEvent): boolean {
  return nameSubject(event).quote !== null || event.name != null || event.subject != null
}

/** The events around one that follow each other closely, oldest first. */
function joinedEvents(events: readonly ReportedEvent[], main: ReportedEvent, lastDay: string): ReportedEvent[] {
  const large = events.filter((event) => excessOf(event) >= minPartOfMain * excessOf(main))
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
  const source = headlineSource(parts, main)
  return {
    ...main,
    headline: source.headline,
    headlineScore: source.headlineScore ?? 0,
    isLargest: source === main && main.isLargest,
    onset: parts[0]?.onset ?? main.onset,
    until: last.until,
    stories: sum(({ stories }) => stories),
    documents: sum(({ documents }) => documents),
    expected: sum(({ expected }) => expected),
    excess: { low: sum(({ excess }) => excess.low), high: sum(({ excess }) => excess.high) },
    pointer: null,
  }
}

/** A part of a smaller part of the excess of the main event does not tell what it was about. */
const minTellingPart = 0.4

/** Of two headlines whose probabilities differ by less, the earlier one tells what began it. */
const minGain = 0.2

function scoreOf({ headline, headlineScore = 0 }: ReportedEvent): number {
  return headline === null ? 0 : headlineScore
}

/** The part of an event that tells what it was about: the first whose headline an editor would quote nearly as probably as any. */
function headlineSource(parts: readonly ReportedEvent[], main: ReportedEvent): ReportedEvent {
  const headlined = parts.filter((part) => part.headline !== null && excessOf(part) >= minTellingPart * excessOf(main))
  const best = Math.max(...headlined.map(scoreOf))
  return headlined.find((part) => scoreOf(part) > best - minGain) ?? main
}

/** A bar of fewer documents heads no report before an event. */
const minLeadingBar = 20
/** An event of a smaller part of the stories of the highest bar is not the largest thing that happened. */
const minPartOfBar = 0.6
/** Nor of this part, where an event has a headline, and of the bar only what was noticed is known. */
const minPartOfNoticedBar = 0.5
/** A bar of this many times the documents of the event, which a headline or copies explain, is what a reader sees. */
const minTimesLead = 2.5

/**
 * Whether the highest bar heads a report before an event elsewhere: it has a headline and the event none, or is much larger; or it is clearly the
 * highest, and a title that people noticed is about it.
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

/** An event of fewer stories heads no report if no title explains it. */
export const minUnexplainedStories = 15

/** A bar of fewer documents does not come before a level, whatever its title. */
const minNewsBar = 12

/** Whether a title says what made the bar clearly the highest: a headline, or one that was discussed where chance does not explain the bar. */
function isNews(bar: HighestBar): boolean {
  const { quote, words, isNoticed } = nameSubject(bar)
  if (bar.copies !== null || !bar.isClear || bar.documents < minNewsBar || quote === null) return false
  return isReport(words) && (bar.isCertain || !isNoticed)
}

/** Whether the highest bar heads its report, before an event elsewhere or without one. */
export function isBarLarger(
  bar: HighestBar,
  { lead, days, topicDocuments }: { lead: Lead | null; days: StoryVolume['days']; topicDocuments: number },
): boolean {
  if (isAhead(bar, lead, days)) return true
  if (lead === null)
    return (isExplained(bar) && isWorthTelling(bar) && bar.documents > minBarShare * topicDocuments) || isNews(bar)
  return (
    isWorthTelling(bar) && lead.main.documents < minLeadShare * topicDocuments && bar.documents > lead.main.documents
  )
}

export function isWithin({ peak }: Pick<ReportedEvent, 'peak'>, { from, to }: BusiestPeriod): boolean {
  return from <= peak && peak <= to
}

function excessOf({ stories, expected }: ReportedEvent): number {
  return stories - expected
}

/** Events described in words; the chart and the list show the others. */
const maxFurther = 2
/** An event with a smaller part of the excess of the largest is in the list, not in the story. */
const minFurtherPart = 0.1
/** and so is one of a smaller part of the topic, unless it is of many stories. */
const minFurtherShare = 0.05

/** The largest event with a headline, where none heads the report. */
function eventBeside(events: readonly ReportedEvent[], bar: BusiestPeriod): ReportedEvent[] {
  return events.filter((one) => one.headline !== null && !isWithin(one, bar) && canBeReported(one)).slice(0, 1)
}

/** The next largest events; none quotes what another sentence quotes. */
export function furtherEvents(
  events: readonly ReportedEvent[],
  {
    lead,
    bar,
    quoted,
    isBarFirst,
    topicDocuments,
  }: {
    lead: Lead | null
    bar: BusiestPeriod | null
    quoted: readonly string[]
    isBarFirst: boolean
    topicDocuments: number
  },
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
    (event) =>
      !lead.parts.includes(event) &&
      excessOf(event) >= minFurtherPart * excessOf(lead.wave) &&
      (event.stories >= minMinorStories || event.documents >= minFurtherShare * topicDocuments),
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
  const least = minNamedPart * Math.max(0, ...events.slice(1).map(excessOf))
  const rankOf = (event: ReportedEvent) => (excessOf(event) < least ? 2 : event.headline === null ? 1 : 0)
  return events.toSorted((a, b) => rankOf(a) - rankOf(b))
}

const minNamedPart = 0.4

export function isTitledAlike(title: string, other: string): boolean {
  return isNearDuplicate(new Set(tokens(title)), new Set(tokens(other)))
}
