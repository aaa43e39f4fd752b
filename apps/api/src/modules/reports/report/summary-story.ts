import {
  addDays,
  type BarFacts,
  busiestLeadStatement,
  busiestPeriodStatement,
  busiestShareTitle,
  busiestTitle,
  countTitle,
  dominantOutletStatement,
  type FewDocuments,
  fewStatements,
  furtherStatement,
  leadStatement,
  levelStatement,
  levelTitle,
  nameSubject,
  noEventTitle,
  outstandingStatement,
  outstandingTitle,
  peakTitle,
  type QuotedDocument,
  type ReportedEvent,
  type ReportedSeason,
  type ReportedShift,
  seasonStatements,
  singleTextTitle,
  type StatementDraft,
  supportThresholds,
} from '@auspex/analytics'
import type { SignalReport } from '@auspex/sdk/types'
import { countDays } from '@auspex/contract/days'
import { describeCoverage } from './group-names.ts'
import {
  busiestOf,
  type HeadlineScores,
  type HighestBar,
  isExplained,
  isMostlyCopied,
  isPeakBar,
  isWorthTelling,
  reportedSubject,
  spanOfMost,
  type StoryVolume,
  toReported,
  withExplanations,
} from './highest-bar.ts'
import {
  createNounOf,
  findSeason,
  isLasting,
  isSmallFall,
  lastShift,
  maxLevelDays,
  type NounOf,
  type ShiftSections,
} from './lasting-level.ts'
import {
  findLead,
  furtherEvents,
  isBarLarger,
  isTitledAlike,
  isWithin,
  type Lead,
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

/** What the story is written from beside the sections. */
export interface StoryContext {
  /** Sentences that are remarkable in this report, such as a certain growth. */
  others: readonly StatementDraft[]
  /** Who carries a topic of which nothing else is to be said. */
  carriers: StatementDraft | null
  /** The titles of a topic of few documents, those first that say best what they are about. */
  titles: readonly QuotedDocument[]
  headlineScores: HeadlineScores
  /** The probability that an editor would quote the first of `titles`, among all of the topic. */
  titleScore: number
  /** Days on which the level of the topic changed as that of the outlets that carry it did: that is no news of the topic. */
  sampleShifts: readonly string[]
}

/**
 * The statement that heads the chart, and the sentences beside it, the largest first: what happened, and how much was published when; what made the
 * highest bar of the chart where that was something else; what else happened, what lasts, where most of it is; and last what is missing.
 * Unremarkable findings are left out. What is missing is a detail where no sentence needs it.
 */
export function storyStatements(
  report: StorySections,
  { others, carriers, titles, headlineScores, titleScore, sampleShifts }: StoryContext,
): StatementDraft[] {
  const { query, counts, volume, voices } = report
  const { topic: words, scope, days } = describeQueryParts(query)
  const topic = `${words}${scope}${days}`
  const nounOf = createNounOf(volume)
  const noun = nounOf(volume.days[0]?.day ?? '', null)
  const known = { nounOf, scores: headlineScores }
  const events = report.events.events.map((event, index) => toReported(event, index, known))
  const lead = findLead(events, { days: volume.days, topicDocuments: counts.documents })
  // the stories of a sample are unknown
  const bar = counts.sampled ? null : busiestOf(volume, report.events.busiest ?? null, known)
  const latest = lastShift(report, nounOf)
  const change = latest !== null && sampleShifts.includes(latest.day) ? null : latest
  const head = findHead({ report, topic, name: `${words}${scope}`, events, lead, bar, nounOf, change })
  const few = head === null ? describeFew(report, { words, scope, days, titles, titleScore }) : null
  const isQuiet = report.events.reason === null && counts.documents >= supportThresholds.steady.min
  const hasNoEvent = head === null && few === null && isQuiet && !hasSizeableEvent(events)
  const inTopic = { topic, topicDocuments: counts.documents, topicNoun: noun }
  // above a bar that stands out, a title that nothing does would contradict the chart
  const share = hasNoEvent && bar?.isClear === true ? busiestShareTitle(bar, inTopic) : null
  const quiet = hasNoEvent ? (share ?? noEventTitle(topic, noun)) : null
  const first = head?.statements[1] ?? few?.[1] ?? null
  const headQuotes = quotesOf([head?.statements[0] ?? null, first])
  const beside =
    bar === null ||
    head?.kind === 'bar' ||
    quotedDaysOf(few ?? []).some((day) => bar.from <= day && day <= bar.to) ||
    (head !== null && head.kind !== 'level' && isToldBy(head, lead, bar, report))
      ? null
      : besideStatement(withExplanations(bar, words), {
          lead,
          headQuotes,
          ...inTopic,
          isQuiet: quiet !== null,
        })
  const further = furtherEvents(events, {
    lead,
    bar: head?.kind === 'bar' || beside !== null ? bar : null,
    quoted: [...headQuotes, ...quotesOf([beside])],
    isBarFirst: head?.kind === 'bar',
    topicDocuments: counts.documents,
  })
  const lasting = head?.kind === 'level' || head?.kind === 'season' ? null : change
  const isTimely = lasting !== null && countDays(lasting.day, lasting.lastDay) <= maxLevelDays && !isSmallFall(lasting)
  // a fall before the peak contradicts it to a reader
  const peak = lead?.main.peak ?? (head?.kind === 'bar' || beside !== null ? bar?.from : undefined)
  const isBeforePeak = lasting !== null && lasting.change.value < 1 && peak !== undefined && lasting.day <= peak
  // and alone it is no news
  const isFallAlone = lasting !== null && lasting.change.value < 1 && head === null
  const shift = isTimely && !isBeforePeak && !isFallAlone ? levelStatement(lasting) : null
  const coverage = describeCoverage(report, head?.from ?? null)
  const sentences = [
    first,
    head?.kind === 'season' && lead !== null
      ? leadStatement(lead.wave, { topicDocuments: counts.sampled ? Infinity : counts.documents })
      : null,
    beside,
    // only the sentence right after that on the largest can go on from it
    furtherStatement(further, head?.kind === 'bar' || beside !== null ? null : (lead?.wave ?? null), head !== null),
    shift,
    ...others.filter((other) => head === null || !isSecondFigure(head, other)),
    counts.sampled || isOfOutlet(few?.[0]) ? null : dominantOutletStatement(voices.outlets, counts.documents, noun),
  ].flatMap((draft) => draft ?? [])
  const title =
    head?.statements[0] ??
    few?.[0] ??
    quiet ??
    countTitle({ ...counts, isSampled: counts.sampled, topic: `${words}${days}`, scope })
  if (sentences.length === 0 && title !== null && carriers !== null) sentences.push({ ...carriers, part: 'story' })
  const isNeeded = coverage !== null && (sentences.length === 0 || shift !== null || needsCoverage(head, coverage))
  return [
    ...(title === null ? [] : [title]),
    ...sentences.slice(0, maxSentences - (isNeeded ? 1 : 0)),
    ...(coverage === null ? [] : [isNeeded ? coverage.statement : { ...coverage.statement, part: 'detail' as const }]),
  ]
}

/** What a topic of too few documents for an event is about: its title and its first sentence. Null for other topics. */
function describeFew(
  { counts, volume, voices, query }: StorySections,
  { words, ...given }: { words: string } & Pick<FewDocuments, 'scope' | 'days' | 'titles' | 'titleScore'>,
): ReturnType<typeof fewStatements> {
  if (counts.sampled || counts.documents >= supportThresholds.steady.min) return null
  return fewStatements({
    ...given,
    topic: words,
    documents: counts.documents,
    span: (query.startDate ?? query.endDate) === null ? spanOfMost(volume.days, counts.documents) : null,
    outlets: voices.outlets,
  })
}

/** A reader of what happened this many days before its sources end may take the end for one of what happened. */
const maxDaysToEnd = 14

/** Whether what heads a report goes on to, or is soon followed by, days that are not covered. */
function needsCoverage(head: Head | null, { days }: { days: readonly string[] }): boolean {
  if (head === null || head.kind === 'season') return false
  const { kind, from, until } = head
  return kind === 'level' || days.some((day) => day >= from && (until === null || day <= addDays(until, maxDaysToEnd)))
}

/** What heads a report: an event, the highest bar, a season or a level, with its title and its first sentence, and its days. */
interface Head {
  kind: 'event' | 'bar' | 'season' | 'level'
  statements: readonly [title: StatementDraft, first: StatementDraft | null]
  from: string
  /** Null for one that had not ended. */
  until: string | null
  /** Whether it is one text in many copies. */
  isCopied?: boolean
}

/** Whether a sentence is on the growth of the days that head the report, or on the tone of copies: a second count of one thing. */
function isSecondFigure({ kind, isCopied, from, until }: Head, { claims }: StatementDraft): boolean {
  if (isCopied && claims.some(({ formula }) => formula === 'tone')) return true
  return (
    (kind === 'event' || kind === 'bar') &&
    claims.some(
      ({ formula, evidence: { from: first, to: last } }) =>
        formula === 'momentum' && (last ?? '9999') >= from && (until === null || (first ?? '') <= until),
    )
  )
}

interface HeadInput {
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

function findHead({ report, topic, name, events, lead, bar, nounOf, change }: HeadInput): Head | null {
  const { counts, volume } = report
  const single = bar && singleTextTitle(bar, { topic, documents: counts.documents })
  const isOfTopic = bar?.copies != null && bar.copies.documents > minMostPart * counts.documents
  const isSingle = single !== null && (lead === null || (isOfTopic && isWithin(lead.main, bar)))
  const isEventful = lead !== null || (bar !== null && hasEventIn(bar, report.events))
  const toBarHead = (high: HighestBar): Head => {
    const title = (isSingle ? single : null) ?? busiestTitle(high, { topic, name })
    return {
      kind: 'bar',
      statements: [title, busiestLeadStatement(high, { isEventful, isSingle, isTitled: isQuoting(title) })],
      from: high.from,
      until: high.to,
      isCopied: isSingle,
    }
  }
  // one text in many copies is no larger than what many texts tell, however high its bar is
  const isLarger =
    bar !== null &&
    !isMostlyCopied(bar) &&
    isBarLarger(bar, { lead, days: volume.days, topicDocuments: counts.documents })
  if (bar !== null && (isSingle || isLarger)) return toBarHead(bar)
  const seasonal = counts.sampled ? null : findSeason(volume, nounOf)
  const season: Head | null = seasonal && {
    kind: 'season',
    statements: seasonStatements(seasonal, topic),
    from: volume.days[0]?.day ?? '',
    until: null,
  }
  // what a title tells of is more than the season
  if (season !== null && (lead === null || (nameSubject(lead.main).quote === null && isOfSeason(lead.main, seasonal))))
    return season
  if (lead !== null) {
    // of copies no title says that attention peaked
    const isOfCopies = bar !== null && isMostlyCopied(bar) && isWithin(lead.main, bar)
    const titled = lead.parts.length === 1 || lead.rank === 'peak' ? lead.main : lead.wave
    const title = peakTitle(
      { ...titled, headline: lead.wave.headline, headlineScore: lead.wave.headlineScore ?? 0 },
      { topic, name, rank: isOfCopies ? 'outstanding' : lead.rank },
    )
    const topicDocuments = counts.sampled ? Infinity : counts.documents
    return {
      kind: 'event',
      statements: [title, leadStatement(lead.wave, { topicDocuments, isTitled: isQuoting(title) })],
      from: lead.wave.onset,
      until: lead.wave.until,
    }
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
  const isUneventful = report.events.reason === null && !hasSizeableEvent(events)
  const level = change && levelStatement(change, { isTitled: true, isUneventful })
  if (change !== null && level !== null && isLasting(change))
    return { kind: 'level', statements: [levelTitle(change, topic), level], from: change.day, until: null }
  const isPeak =
    bar !== null &&
    bar.documents >= supportThresholds.busiest.min &&
    isExplained(bar) &&
    !isMostlyCopied(bar) &&
    isPeakBar(bar, counts.documents)
  return isPeak ? toBarHead(bar) : null
}

function isQuoting({ claims }: StatementDraft): boolean {
  return claims.some(({ quote }) => quote !== null)
}

/** Whether an event peaked in the months that a topic comes with. */
function isOfSeason({ peak }: ReportedEvent, season: ReportedSeason | null): boolean {
  if (season === null) return false
  const [month, first, last] = [Number(peak.slice(5, 7)) - 1, season.firstMonth, season.lastMonth]
  return first <= last ? first <= month && month <= last : month >= first || month <= last
}

/** Whether what heads the report is what made the highest bar: it peaks there, or half of the bar is from its days, and no text in copies fills the bar. */
function isToldBy(head: Head, lead: Lead | null, bar: HighestBar, { events, volume }: StorySections): boolean {
  if (head.kind === 'season' && lead === null) return false
  const { from, until } =
    head.kind === 'season' && lead !== null ? { from: lead.wave.onset, until: lead.wave.until } : head
  if (isMostlyCopied(bar)) return events.busiest == null && lead !== null && isWithin(lead.main, bar)
  const last = until ?? bar.to
  const documents = volume.days.reduce(
    (sum, { day, documents: ofDay }) =>
      sum + (bar.from <= day && day <= bar.to && from <= day && day <= last ? ofDay : 0),
    0,
  )
  return (lead !== null && isWithin(lead.main, bar)) || documents >= minPartOfBar * bar.documents
}

const minPartOfBar = 0.5

/** What made the highest bar, or how little it is, where something else heads the report. No text is quoted twice. */
function besideStatement(
  bar: HighestBar,
  {
    lead,
    headQuotes,
    ...topic
  }: { lead: Lead | null; headQuotes: readonly string[] } & Omit<BarFacts, 'isQuoted' | 'isToldByTitle'>,
): StatementDraft | null {
  if (!isWorthTelling(bar) && (lead !== null || !isExplained(bar))) return null
  const isAlike = (title: string) => headQuotes.some((quote) => isTitledAlike(quote, title))
  const isQuoted = bar.copies !== null && isAlike(bar.copies.first.title)
  // the lead has told of these days
  if (isQuoted && lead !== null && isWithin(lead.main, bar)) return null
  // an unsure headline of a bar that is hardly higher than others is not what it was about
  const told = bar.isClear ? bar : { ...bar, example: null }
  const statement = busiestPeriodStatement(told, { ...topic, isQuoted })
  return bar.copies === null && quotesOf([statement]).some(isAlike)
    ? busiestPeriodStatement(told, { ...topic, isToldByTitle: false })
    : statement
}

/** A text of a larger part of the topic is most of it. */
const minMostPart = 0.5

/** Whether an event is large enough for a report without a title that explains it. */
function hasSizeableEvent(events: readonly ReportedEvent[]): boolean {
  return events.some(({ stories }) => stories >= minUnexplainedStories)
}

/** Whether a title says that most documents are of one outlet. */
function isOfOutlet(title: StatementDraft | null | undefined): boolean {
  return title?.claims.some(({ evidence }) => evidence.outlet !== undefined) ?? false
}

function quotedDaysOf(drafts: readonly (StatementDraft | null)[]): string[] {
  return drafts.flatMap((draft) => draft?.claims.flatMap((one) => (one.quote && one.evidence.from) ?? []) ?? [])
}

function quotesOf(drafts: readonly (StatementDraft | null)[]): string[] {
  return drafts.flatMap((draft) => draft?.claims.flatMap(({ quote }) => quote?.text ?? []) ?? [])
}

/** Whether something may have happened on these days; nothing is known of a bar that was not read. */
function hasEventIn(bar: HighestBar, { events, busiest }: StorySections['events']): boolean {
  const min = supportThresholds.namedEvent.min
  return busiest == null || events.some(({ peak, stories }) => bar.from <= peak && peak <= bar.to && stories >= min)
}
