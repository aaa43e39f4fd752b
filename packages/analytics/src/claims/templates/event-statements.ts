import { isQuotableHeadline } from '../../events/headline-style.ts'
import { showableRatio } from '../../series/interval.ts'
import { evidence } from '../claim.ts'
import type { ClaimQuote } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { formatDay, formatDayRange, joinWithAnd, toQuotation } from '../sentence-words.ts'
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

/** The headline finding above the chart: the busiest time, or what stands out. */
export function peakTitle(event: ReportedEvent, topic: string, rank: EventRank): StatementDraft {
  const day = formatDay(event.peak)
  return {
    text: `Talk of ${topic} ${rank === 'peak' ? 'peaked' : 'stood out most'} around ${day}`,
    part: 'title',
    claims: [{ ...toEventClaim(event), names: [topic, day], numbers: [], documentIds: [] }],
  }
}

/**
 * How much was published in an event, compared with the usual amount, and under which headline, if it can be quoted: for the largest event its rank,
 * for others whether they came before or after it.
 */
export function eventStatement(event: ReportedEvent, rank: EventRank | { greatest: ReportedEvent }): StatementDraft {
  const { onset, peak, until, stories, expected, excess } = event
  const counted = claimNumber({
    pointer: `${event.pointer}/stories`,
    value: stories,
    unit: 'stories',
    n: stories,
  })
  const [upperExpected, lowerExpected] = [stories - excess.low, stories - excess.high]
  const ratio = showableRatio({
    value: stories / expected,
    low: stories / upperExpected,
    high: lowerExpected > 0 ? stories / lowerExpected : Infinity,
    n: stories,
  })
  // where the bounds are too far apart for a ratio, the two counts are stated
  const against =
    expected < minExpected
      ? null
      : ratio === null
        ? claimNumber({
            pointer: `${event.pointer}/expected`,
            value: expected,
            low: lowerExpected,
            high: upperExpected,
            unit: 'stories',
          })
        : claimNumber({ ...ratio, unit: 'ratio' })
  const days = until === null || until === onset ? formatDay(onset) : formatDayRange(onset, until)
  const when = until === null ? `since ${days}` : until === onset ? `on ${days}` : `from ${days}`
  const usual =
    against === null
      ? '; next to none would be usual'
      : against.unit === 'ratio'
        ? `, ${against.text} as many as usual`
        : `; ${against.text} would be usual`
  const subject = nameSubject(event)
  // what had not ended by the last covered day continues
  const [one, many] = until === null ? ['has been', 'have been'] : ['was', 'were']
  const rose = rank === 'peak' ? 'It peaked' : 'It stood out most'
  const lead =
    typeof rank === 'object'
      ? `${peak < rank.greatest.peak ? 'Before that' : 'Later'}, ${when},`
      : until === onset
        ? `${rose} on ${days}:`
        : `${rose} around ${formatDay(peak)}: ${when}`
  return {
    text: `${lead} there ${stories === 1 ? one : many} ${counted.text}${usual}.${subject.text}`,
    part: 'story',
    claims: [
      {
        ...toEventClaim(event),
        numbers: [counted, ...(against === null ? [] : [against])],
        names: [days, ...(typeof rank === 'object' ? [] : [formatDay(peak)]), ...subject.names],
        quote: subject.quote,
      },
    ],
  }
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

/** Names what some days were about. */
export function nameSubject({ headline, terms }: Pick<ReportedEvent, 'headline' | 'terms'>): NamedSubject {
  const whole = withoutSite(withoutBrackets(headline?.title ?? ''), headline?.outlet ?? '')
  const title = shorten(whole)
  const quote = headline === null || !isQuotableHeadline(title) ? null : findQuote(title, { ...headline, body: null })
  if (headline !== null && quote !== null) {
    const text = ` Its headline${title === whole ? '' : ' begins'}: ${toQuotation(title)} (${headline.outlet}).`
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
