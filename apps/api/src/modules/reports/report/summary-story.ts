import {
  addDays,
  type BarFacts,
  busiestPeriodStatement,
  busiestShareTitle,
  countTitle,
  dominantOutletStatement,
  fewStatements,
  furtherStatement,
  headlineTitle,
  leadStatement,
  levelStatement,
  mentionStatement,
  namesStatement,
  noEventTitle,
  type PieceNoun,
  type QuotedDocument,
  type ReportedName,
  reportStatement,
  type StatementDraft,
  supportThresholds,
} from '@auspex/analytics'
import { countDays } from '@auspex/contract/days'
import { describeQueryParts } from '../describe-query.ts'
import { describeCoverage } from './group-names.ts'
import {
  busiestOf,
  earlierOf,
  type HeadlineScores,
  type HighestBar,
  isExplained,
  isMostlyCopied,
  isWorthTelling,
  laterOf,
  spanOfMost,
  toReported,
  withExplanations,
} from './highest-bar.ts'
import { createNounOf, isSmallFall, lastShift, maxLevelDays } from './lasting-level.ts'
import { findLead, furtherEvents, isTitledAlike, isWithin, type Lead } from './leading-event.ts'
import {
  comparableDocuments,
  findHead,
  hasSizeableEvent,
  type Head,
  type HeadInput,
  type StorySections,
} from './story-head.ts'

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
  /** Titles that report what happened: of each event, of the highest bar, and of the topic. */
  reports: QuotedReports
  names: readonly ReportedName[]
  /** Days on which the level of the topic changed as that of the outlets that carry it did: that is no news of the topic. */
  sampleShifts: readonly string[]
}

/** What is known of a topic before its story is written. */
interface QuotedReports {
  ofEvents: readonly (QuotedDocument | null)[]
  ofBar: QuotedDocument | null
  ofTopic: readonly { title: QuotedDocument; isClear: boolean; isStrong: boolean }[]
}

interface Findings extends HeadInput {
  /** `words` say what the topic is about, `scope` where, `days` when; `topic` is all three. */
  words: string
  scope: string
  days: string
  noun: PieceNoun
}

/** How a story begins: what heads it, or what few documents are about, or that nothing stands out, or only how many documents there are. */
interface Opening {
  kind: 'head' | 'few' | 'about' | 'quiet' | 'count'
  head: Head | null
  title: StatementDraft | null
  first: StatementDraft | null
  /** What it goes on to say. */
  more: readonly (StatementDraft | null)[]
  /** The texts that it quotes, which no other sentence repeats. */
  quotes: readonly string[]
}

/**
 * The statement that heads the chart, and the sentences beside it, the largest first: what happened, and how much was published when; what made the
 * highest bar of the chart where that was something else; what else happened, what lasts, where most of it is; and last what is missing.
 * Unremarkable findings are left out. What is missing is a detail where no sentence needs it.
 */
export function storyStatements(report: StorySections, context: StoryContext): StatementDraft[] {
  const findings = gatherFindings(report, context)
  const opening = openStory(findings, context)
  const { head, title, first, more } = opening
  const beside = besideStatement(opening, findings)
  const reportedBar = head?.kind === 'bar' || beside !== null ? findings.bar : null
  const level = levelBeside(findings.change, { head, peak: findings.lead?.main.peak ?? reportedBar?.from ?? null })
  const sentences = [
    first,
    ...more,
    eventOfSeason(opening, findings),
    beside,
    furtherEvent(opening, findings, { reportedBar, beside }),
    level,
    ...context.others.filter((other) => head === null || !isSecondFigure(head, other)),
    dominantOutlet(opening, findings),
  ].flatMap((draft) => draft ?? [])
  if (sentences.length === 0 && title !== null && context.carriers !== null)
    sentences.push({ ...context.carriers, part: 'story' })
  const coverage = describeCoverage(report, head?.from ?? null)
  const isNeeded = coverage !== null && (sentences.length === 0 || level !== null || needsCoverage(head, coverage))
  return [
    ...(title === null ? [] : [title]),
    ...sentences.slice(0, maxSentences - (isNeeded ? 1 : 0)),
    ...(coverage === null ? [] : [isNeeded ? coverage.statement : { ...coverage.statement, part: 'detail' as const }]),
  ]
}

function gatherFindings(report: StorySections, { headlineScores, sampleShifts, reports }: StoryContext): Findings {
  const { query, counts, volume } = report
  const { topic: words, scope, days } = describeQueryParts(query)
  const nounOf = createNounOf(volume)
  const known = { nounOf, scores: headlineScores }
  const events = report.events.events.map((event, index) => ({
    ...toReported(event, index, known),
    report: reports.ofEvents[index] ?? null,
  }))
  const change = lastShift(report, nounOf)
  // the stories of a sample are unknown
  const bar = counts.sampled ? null : busiestOf(volume, report.events.busiest ?? null, known)
  return {
    report,
    words,
    scope,
    days,
    name: `${words}${scope}`,
    topic: `${words}${scope}${days}`,
    noun: nounOf(volume.days[0]?.day ?? '', null),
    nounOf,
    events,
    lead: findLead(events, { days: volume.days, topicDocuments: counts.documents }),
    bar: bar && { ...bar, report: reports.ofBar },
    change: change !== null && sampleShifts.includes(change.day) ? null : change,
  }
}

function openStory(findings: Findings, context: StoryContext): Opening {
  const head = findHead(findings)
  if (head !== null) {
    const { title, first } = head
    return { kind: 'head', head, title, first, more: [], quotes: quotesOf([title, first]) }
  }
  const few = describeFew(findings, context)
  if (few !== null) {
    const [title, first] = few
    return {
      kind: 'few',
      head: null,
      title: title ?? titleOfCount(findings),
      first,
      more: [],
      quotes: quotesOf([first]),
    }
  }
  const about = describeMany(findings, context)
  if (about !== null) return about
  const quiet = quietTitle(findings)
  if (quiet !== null) return { kind: 'quiet', head: null, title: quiet, first: null, more: [], quotes: [] }
  return { kind: 'count', head: null, title: titleOfCount(findings), first: null, more: [], quotes: [] }
}

function titleOfCount({ report: { counts }, words, scope, days }: Findings): StatementDraft | null {
  return countTitle({ ...counts, isSampled: counts.sampled, topic: `${words}${days}`, scope })
}

/** What a topic of too few documents for an event is about: its title and its first sentence. Null for other topics. */
function describeFew(
  { report: { counts, volume, voices, query }, words, scope, days }: Findings,
  { titles, titleScore, reports }: StoryContext,
): ReturnType<typeof fewStatements> {
  if (counts.sampled || counts.documents >= supportThresholds.steady.min) return null
  return fewStatements({
    titles,
    titleScore,
    reports: reports.ofTopic.flatMap(({ title, isClear }, at) => (at === 0 || isClear ? title : [])),
    topic: words,
    scope,
    days,
    documents: counts.documents,
    span: (query.startDate ?? query.endDate) === null ? spanOfMost(volume.days, counts.documents) : null,
    outlets: voices.outlets,
  })
}

/** What a topic of many documents is about in which no event was found: the best of what its titles report, and what they name most. */
function describeMany(findings: Findings, { reports, names }: StoryContext): Opening | null {
  const { report, topic, noun, name } = findings
  if (!isUneventful(findings) || report.counts.sampled) return null
  const { documents } = report.counts
  const [firstDay = '', lastDay = ''] = [report.volume.days[0]?.day, report.volume.days.at(-1)?.day]
  const named = { topic, noun, documents, names, firstDay, lastDay }
  const told = (reported: QuotedReports['ofTopic']) =>
    reported.flatMap(({ title }) => headlineTitle(title, { score: 0, topic: name, least: 0 }) ?? [])[0] ?? null
  const strong = told(reports.ofTopic.filter(({ isStrong }) => isStrong))
  const title = strong ?? namesStatement(named, { isTitle: true }) ?? told(reports.ofTopic)
  if (title === null) return null
  const quoted = quotesOf([title])
  const others = reports.ofTopic.flatMap(({ title: other, isStrong }) =>
    !isStrong || quoted.some((quote) => isTitledAlike(quote, other.title)) ? [] : other,
  )
  const more = [
    reportStatement(others, { isFirst: quoted.length === 0 }),
    quoted.length === 0 ? null : namesStatement(named, { isTitle: false }),
    mentionStatement(named),
  ]
  return { kind: 'about', head: null, title, first: null, more, quotes: quotesOf([title, ...more]) }
}

/** Whether events were searched among enough documents, and none is large. */
function isUneventful({ report, events }: Findings): boolean {
  const isSearched = report.events.reason === null && report.counts.documents >= supportThresholds.steady.min
  return isSearched && !hasSizeableEvent(events)
}

/** The title of a topic of many documents in which no event was found. */
function quietTitle(findings: Findings): StatementDraft | null {
  const { report, topic, noun, bar } = findings
  const { counts } = report
  if (!isUneventful(findings)) return null
  // above a bar that stands out, a title that nothing does would contradict the chart
  const share =
    bar?.isClear === true ? busiestShareTitle(bar, { topic, topicDocuments: counts.documents, topicNoun: noun }) : null
  return share ?? noEventTitle(topic, noun)
}

/** Whether the highest bar needs no sentence of its own, since the opening is about it. */
function isToldByOpening(bar: HighestBar, { kind, head, title, first }: Opening, { lead, report }: Findings): boolean {
  if (kind === 'few') return quotedDaysOf([title, first]).some((day) => bar.from <= day && day <= bar.to)
  if (head === null || head.kind === 'level') return false
  return head.kind === 'bar' || isToldBy(head, lead, bar, report)
}

/** The event that leads, where the season heads the report. */
function eventOfSeason({ head }: Opening, { lead, report: { counts } }: Findings): StatementDraft | null {
  if (head?.kind !== 'season' || lead === null) return null
  return leadStatement(lead.wave, { topicDocuments: comparableDocuments(counts) })
}

/** What else happened. */
function furtherEvent(
  { head, quotes }: Opening,
  { events, lead, report: { counts } }: Findings,
  { reportedBar, beside }: { reportedBar: HighestBar | null; beside: StatementDraft | null },
): StatementDraft | null {
  const further = furtherEvents(events, {
    lead,
    bar: reportedBar,
    quoted: [...quotes, ...quotesOf([beside])],
    isBarFirst: head?.kind === 'bar',
    topicDocuments: counts.documents,
  })
  // only the sentence right after that on the largest can go on from it
  const previous = reportedBar === null ? (lead?.wave ?? null) : null
  return furtherStatement(further, previous, head !== null)
}

/** Which outlet most of the topic is from, unless the title says so. */
function dominantOutlet(
  { kind, title }: Opening,
  { report: { counts, voices }, noun }: Findings,
): StatementDraft | null {
  if (counts.sampled || (kind === 'few' && isOfOutlet(title))) return null
  return dominantOutletStatement(voices.outlets, counts.documents, noun)
}

/** The last lasting change of the level, unless it heads the report, is old or small, or is a fall that a reader would not take for one. */
function levelBeside(
  change: Findings['change'],
  { head, peak }: { head: Head | null; peak: string | null },
): StatementDraft | null {
  if (change === null || head?.kind === 'level' || head?.kind === 'season') return null
  if (countDays(change.day, change.lastDay) > maxLevelDays || isSmallFall(change)) return null
  const isFall = change.change.value < 1
  // a fall alone is no news, and one before the peak contradicts it to a reader
  if (isFall && (head === null || (peak !== null && change.day <= peak))) return null
  return levelStatement(change)
}

/** A reader of what happened this many days before its sources end may take the end for one of what happened. */
const maxDaysToEnd = 14

/** Whether what heads a report goes on to, or is soon followed by, days that are not covered. */
function needsCoverage(head: Head | null, { days }: { days: readonly string[] }): boolean {
  if (head === null || head.kind === 'season') return false
  const { kind, from, until } = head
  return kind === 'level' || days.some((day) => day >= from && (until === null || day <= addDays(until, maxDaysToEnd)))
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

/** Whether what heads the report is what made the highest bar: it peaks there, or half of the bar is from its days, and no text in copies fills the bar. */
function isToldBy(head: Head, lead: Lead | null, bar: HighestBar, { events, volume }: StorySections): boolean {
  // of a season, the event that leads is what happened
  if (head.kind === 'season' && lead === null) return false
  const isPeakWithin = lead !== null && isWithin(lead.main, bar)
  if (isMostlyCopied(bar)) return events.busiest == null && isPeakWithin
  const { from, until } =
    head.kind === 'season' && lead !== null ? { from: lead.wave.onset, until: lead.wave.until } : head
  const [first, last] = [laterOf(from, bar.from), earlierOf(until ?? bar.to, bar.to)]
  const documents = volume.days.reduce(
    (sum, { day, documents: ofDay }) => sum + (first <= day && day <= last ? ofDay : 0),
    0,
  )
  return isPeakWithin || documents >= minPartOfBar * bar.documents
}

const minPartOfBar = 0.5

/** What made the highest bar, or how little it is, where the opening is about something else. No text is quoted twice. */
function besideStatement(opening: Opening, findings: Findings): StatementDraft | null {
  const { words, noun, lead, report, bar: highest } = findings
  if (highest === null || isToldByOpening(highest, opening, findings)) return null
  const bar = withExplanations(highest, words)
  if (!isWorthTelling(bar) && (lead !== null || !isExplained(bar))) return null
  // what the topic is about says more than how little its highest bar is
  if (opening.kind === 'about' && !isExplained(bar) && bar.example == null) return null
  const isAlike = (title: string) => opening.quotes.some((quote) => isTitledAlike(quote, title))
  const isQuoted = bar.copies !== null && isAlike(bar.copies.first.title)
  // the lead has told of these days
  if (isQuoted && lead !== null && isWithin(lead.main, bar)) return null
  // an unsure headline of a bar that is hardly higher than others is not what it was about
  const shown = bar.isClear ? bar : { ...bar, example: null }
  const facts: BarFacts = {
    topicDocuments: report.counts.documents,
    topicNoun: noun,
    isQuiet: opening.kind === 'quiet' || opening.kind === 'about',
  }
  const statement = busiestPeriodStatement(shown, { ...facts, isQuoted })
  return bar.copies === null && quotesOf([statement]).some(isAlike)
    ? busiestPeriodStatement(shown, { ...facts, isToldByTitle: false })
    : statement
}

/** Whether a title says that most documents are of one outlet. */
function isOfOutlet(title: StatementDraft | null): boolean {
  return title?.claims.some(({ evidence }) => evidence.outlet !== undefined) ?? false
}

function quotedDaysOf(drafts: readonly (StatementDraft | null)[]): string[] {
  return drafts.flatMap((draft) => draft?.claims.flatMap((one) => (one.quote && one.evidence.from) ?? []) ?? [])
}

function quotesOf(drafts: readonly (StatementDraft | null)[]): string[] {
  return drafts.flatMap((draft) => draft?.claims.flatMap(({ quote }) => quote?.text ?? []) ?? [])
}
