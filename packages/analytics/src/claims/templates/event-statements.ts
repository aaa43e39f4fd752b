import { isQuotableHeadline } from '../../events/headline-style.ts'
import { showableRatio } from '../../series/interval.ts'
import { type ClaimNumber, type ClaimQuote, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { plainNumber } from '../render-number.ts'
import {
  capitalize,
  formatDay,
  formatDayRange,
  formatPartOfMonth,
  joinWithAnd,
  toQuotation,
} from '../sentence-words.ts'
import { claimStatus, supportThresholds } from '../support.ts'
import { findQuote, type QuotedDocument } from './story-statements.ts'

/** A stretch of days with more stories than usual, and the document whose title describes it. */
export interface ReportedEvent {
  onset: string
  peak: string
  /** Null when it had not ended by the last covered day. */
  until: string | null
  /** Stories of these days, with copies merged. */
  stories: number
  /** Stories expected on those days, and the excess over them with 95 % bounds. */
  expected: number
  excess: { low: number; high: number }
  headline: QuotedDocument | null
  /** What its stories are about, strongest first; said where there is no headline. */
  terms: readonly string[]
  /** Its position in the report. */
  pointer: string
}

/** Below this expectation a multiple means nothing to a reader. */
const minExpected = 1

/** What a report states about its largest event: that it was the busiest time, or only that it stands out most from its surroundings. */
export type EventRank = 'peak' | 'outstanding'

/** The headline finding above the chart: when attention was greatest, or which days stand out. */
export function peakTitle(event: ReportedEvent, topic: string, rank: EventRank): StatementDraft {
  const when = formatPartOfMonth(event.peak)
  return {
    text:
      rank === 'peak' ? `Attention to ${topic} peaked in ${when}` : `${capitalize(topic)} stood out most in ${when}`,
    part: 'title',
    claims: [{ ...toEventClaim(event), names: [topic, capitalize(topic), when], numbers: [], documentIds: [] }],
  }
}

/**
 * How much was published in an event, and under which headline, if it can be quoted: for the largest event its rank and the usual amount, for others
 * whether they came before or after it.
 */
export function eventStatement(event: ReportedEvent, rank: EventRank | { greatest: ReportedEvent }): StatementDraft {
  const { onset, peak, until, stories } = event
  const counted = plainNumber({ pointer: `${event.pointer}/stories`, value: stories, unit: 'stories', n: stories })
  const isGreatest = typeof rank !== 'object'
  const usual = isGreatest ? usualAmount(event) : { words: '', number: null }
  const days = until === null || until === onset ? formatDay(onset) : formatDayRange(onset, until)
  const subject = nameSubject(event, onset === until ? 'that day' : 'those days')
  const lead = isGreatest ? greatestLead(event, rank, days) : furtherLead(peak < rank.greatest.peak, event, days)
  return {
    text: `${lead} ${counted.text}${usual.words}.${subject.text}`,
    part: 'story',
    claims: [
      {
        ...toEventClaim(event),
        numbers: [counted, ...(usual.number === null ? [] : [usual.number])],
        names: [days, ...subject.names],
        quote: subject.quote,
      },
    ],
  }
}

function greatestLead({ onset, until }: ReportedEvent, rank: EventRank, days: string): string {
  if (until === null)
    return rank === 'peak' ? `Attention has been greatest since ${days}:` : `The days since ${days} stand out:`
  if (until === onset)
    return rank === 'peak' ? `Attention was greatest on ${days}:` : `A single day stands out, ${days}:`
  return rank === 'peak' ? `Attention was greatest from ${days}:` : `The days from ${days} stand out:`
}

function furtherLead(isEarlier: boolean, { until }: ReportedEvent, days: string): string {
  return `${isEarlier ? 'Earlier' : 'Later'}, ${until === null ? `the days since ${days}` : days} brought`
}

/** How many stories these days usually have: as a multiple, as a count where its bounds are too far apart, or almost none. */
function usualAmount({ stories, expected, excess, pointer }: ReportedEvent): {
  words: string
  number: ClaimNumber | null
} {
  if (expected < minExpected) return { words: ', where hardly any would be usual', number: null }
  const [upperExpected, lowerExpected] = [stories - excess.low, stories - excess.high]
  const ratio = showableRatio({
    value: stories / expected,
    low: stories / upperExpected,
    high: lowerExpected > 0 ? stories / lowerExpected : Infinity,
    n: stories,
  })
  if (ratio !== null) {
    const number = plainNumber({ ...ratio, unit: 'ratio' })
    return { words: `, ${number.text} as many as usual`, number }
  }
  const number = plainNumber({
    pointer: `${pointer}/expected`,
    value: expected,
    low: lowerExpected,
    high: upperExpected,
    unit: 'stories',
  })
  return { words: `, where ${number.text} would be usual`, number }
}

/** What is said of the subject of some days: its headline, if one can be quoted, else its terms. */
export interface NamedSubject {
  /** A sentence with a space before it; empty where neither is known. */
  text: string
  names: string[]
  quote: ClaimQuote | null
}

const maxTerms = 3
const minTerms = 2

/** Names what some days were about; `period` is what the sentence calls them: `those days`. */
export function nameSubject(
  { headline, terms }: Pick<ReportedEvent, 'headline' | 'terms'>,
  period: string,
): NamedSubject {
  const whole = withoutSite(withoutBrackets(headline?.title ?? ''), headline?.outlet ?? '')
  const title = shorten(whole)
  const quote = headline === null || !isQuotableHeadline(title) ? null : findQuote(title, { ...headline, body: null })
  if (headline !== null && quote !== null) {
    const text = ` A headline from ${period}${title === whole ? '' : ' begins'}: ${toQuotation(title)} (${headline.outlet}).`
    return { text, names: [headline.outlet], quote }
  }
  const names = terms.slice(0, maxTerms)
  if (names.length < minTerms) return { text: '', names: [], quote: null }
  return { text: ` More than usual was said about ${joinWithAnd(names)}.`, names, quote: null }
}

/** Forums add to a title where it was posted before: "[crosspost from r/meego]". Only the rest is quoted. */
function withoutBrackets(title: string): string {
  return (
    title
      .replace(/^(?:\s*\[[^\]]*\])+/u, '')
      .replace(/(?:\[[^\]]*\]\s*)+$/u, '')
      .trim() || title.trim()
  )
}

/** Longer titles from forums are whole posts; this fits into three lines beside the chart. */
const maxTitleLength = 140
const firstSentence = /^.{20,}?[.!?](?=\s)/su

/** The first sentences of a title that fit, or its first words. The quotation is still verbatim. */
function shorten(title: string): string {
  if (title.length <= maxTitleLength) return title
  const shortTitle = title.slice(0, maxTitleLength)
  return (
    firstSentence.exec(shortTitle)?.[0] ?? shortTitle.slice(0, shortTitle.lastIndexOf(' ')).replace(/[\s,;:–-]+$/u, '')
  )
}

const lastPart = /\s[-–|]\s([^-–|]+)$/u
const minSiteLength = 3

/** Sites append their own name to a title, "… - News - capecodtimes. com", which follows the quotation anyway. */
function withoutSite(title: string, outlet: string): string {
  const [part] = lastPart.exec(title)?.slice(1) ?? []
  if (part === undefined) return title
  const [name, site] = [part, outlet].map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  const isSite = name === 'news' || ((name ?? '').length >= minSiteLength && (site ?? '').includes(name ?? ''))
  return isSite ? withoutSite(title.replace(lastPart, ''), outlet) : title
}

function toEventClaim({ onset, until, stories, headline }: ReportedEvent): Omit<NewClaim, 'numbers' | 'names'> {
  const status = claimStatus(stories, supportThresholds.event)
  return {
    kind: 'change',
    status,
    reason:
      status === 'weak'
        ? 'Few stories were told in these days.'
        : 'Chance alone shows a rise like this in at most one of twenty topics; the headline is of the group of stories that grew most.',
    quote: null,
    evidence: evidence({ from: onset, to: until }),
    documentIds: headline === null ? [] : [headline.id],
    formula: 'events',
  }
}
