import { isQuotableHeadline } from '../../events/headline-style.ts'
import { showableRatio } from '../../series/interval.ts'
import { type ClaimNumber, type ClaimQuote, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { plainNumber } from '../render-number.ts'
import {
  capitalize,
  formatDay,
  formatDayOfYear,
  formatMonth,
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
  /** Stories of these days, with copies merged, and documents, with copies. */
  stories: number
  documents: number
  /** Stories expected on those days, and the excess over them with 95 % bounds. */
  expected: number
  excess: { low: number; high: number }
  headline: QuotedDocument | null
  /** The document that people reacted to most; said where there is no headline. */
  mostNoticed: QuotedDocument | null
  /** What its stories are about, strongest first; said where there is no headline. */
  terms: readonly string[]
  /** Its position in the report; null for several events told as one. */
  pointer: string | null
}

/** Below this expectation a multiple means nothing to a reader. */
const minExpected = 1
/** Nor does one of fifty or more. */
const minUsualPart = 0.02

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

/** The largest thing that happened: what it was, how it went, and how much was published. */
export function leadStatement(event: ReportedEvent, rank: EventRank): StatementDraft {
  const { onset, until, stories, pointer } = event
  const when = formatPartOfMonth(event.peak)
  const counted = plainNumber({ pointer: joinPointer(pointer, 'stories'), value: stories, unit: 'stories', n: stories })
  const usual = usualAmount(event)
  const subject = nameSubject(event)
  const what = sayWhat(subject, { when, rank })
  const course = sayCourse(event)
  const noticed = subject.isNoticed ? ` Most reactions went to ${subject.words} (${subject.outlet}).` : ''
  const days = onset === until ? 'that day' : 'in that time'
  return {
    text: `${what}${course.text} There ${stories === 1 ? 'was' : 'were'} ${counted.text} ${days}${usual.words}.${noticed}`,
    part: 'story',
    claims: [
      {
        ...toEventClaim(event),
        numbers: [counted, ...(usual.number === null ? [] : [usual.number])],
        names: [when, ...course.names, ...subject.names],
        quote: subject.quote,
      },
    ],
  }
}

function sayWhat(subject: NamedSubject, { when, rank }: { when: string; rank: EventRank }): string {
  const quoted = `${subject.words} (${subject.outlet})`
  if (subject.quote !== null && !subject.isNoticed)
    return subject.isWhole
      ? `The biggest story of ${when} was ${quoted}. `
      : `The biggest story of ${when} begins: ${quoted}. `
  if (subject.terms !== '') return `Stories about ${subject.terms} stood out in ${when}. `
  return rank === 'peak' ? `Most happened in ${when}. ` : `Nothing stood out as much as ${when}. `
}

/**
 * Beginning, peak and end, each day with its year only where the year before was another. They are those of the attention, not of what happened: the story
 * that is named may have begun earlier.
 */
function sayCourse({ onset, peak, until }: ReportedEvent): { text: string; names: string[] } {
  const days = [...new Set([onset, peak, ...(until === null ? [] : [until])])]
  const names = days.map((day, at) =>
    days.slice(at + 1).some((later) => later.slice(0, 4) === day.slice(0, 4)) ? formatDayOfYear(day) : formatDay(day),
  )
  const [from, second, third] = names
  if (until === null)
    return {
      text:
        onset === peak
          ? `Attention peaked immediately, on ${from}, and is not back to normal.`
          : `Attention rose from ${from}, peaked on ${second} and is not back to normal.`,
      names,
    }
  if (onset === until) return { text: `Attention rose on ${from} alone.`, names }
  if (onset === peak)
    return { text: `Attention peaked immediately, on ${from}, and was back to normal by ${second}.`, names }
  if (peak === until) return { text: `Attention rose from ${from} to its peak on ${second}.`, names }
  return { text: `Attention rose from ${from}, peaked on ${second} and was back to normal by ${third}.`, names }
}

/** Ways to tell of a further event: no two sentences of a report are made alike. */
export type FurtherEvent = 'next' | 'besides'

/** Another event, held in time against the greatest. */
export function furtherStatement(
  event: ReportedEvent,
  { greatest, order }: { greatest: ReportedEvent; order: FurtherEvent },
): StatementDraft {
  const { peak, stories, pointer } = event
  const counted = plainNumber({ pointer: joinPointer(pointer, 'stories'), value: stories, unit: 'stories', n: stories })
  const subject = nameSubject(event)
  const when = formatMonth(peak)
  const side = peak < greatest.peak ? 'Before that' : 'Later'
  const quoted = `${subject.words} (${subject.outlet})`
  const named = [
    ...(subject.terms === '' || (subject.quote !== null && !subject.isNoticed)
      ? []
      : [`, many about ${subject.terms}`]),
    ...(subject.isNoticed ? [`. Most reactions went to ${quoted}`] : []),
  ].join('')
  const isTold = subject.quote !== null && !subject.isNoticed
  const about =
    order === 'next'
      ? isTold
        ? `, came ${quoted}, with ${counted.text}.`
        : `, came ${named === '' ? 'another ' : ''}${counted.text}${named}.`
      : isTold
        ? ` brought ${counted.text}, among them ${quoted}.`
        : ` brought ${counted.text}${named}.`
  return {
    text: order === 'next' ? `${side}, in ${when}${about}` : `${when}${about}`,
    part: 'story',
    claims: [{ ...toEventClaim(event), numbers: [counted], names: [when, ...subject.names], quote: subject.quote }],
  }
}

function joinPointer(pointer: string | null, name: string): string | null {
  return pointer === null ? null : `${pointer}/${name}`
}

/** How many stories these days usually have: as a multiple, as a count where its bounds are too far apart, or almost none. */
function usualAmount({ stories, expected, excess, pointer }: ReportedEvent): {
  words: string
  number: ClaimNumber | null
} {
  if (expected < Math.max(minExpected, minUsualPart * stories))
    return { words: ', where there are usually hardly any', number: null }
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
    pointer: joinPointer(pointer, 'expected'),
    value: expected,
    low: lowerExpected,
    high: upperExpected,
    unit: 'stories',
  })
  return { words: `, where ${number.text} would be usual`, number }
}

/** What some days were about: a headline, if one can be quoted, else terms and what was noticed most. */
export interface NamedSubject {
  /** A title in quotation marks; empty where none can be quoted. */
  words: string
  /** Whether it is quoted to its end. */
  isWhole: boolean
  /** Whether it is only what people reacted to most, and no headline for all. */
  isNoticed: boolean
  /** Who published it. */
  outlet: string
  /** Terms as a list; empty with a headline, and where they are unknown. */
  terms: string
  names: string[]
  quote: ClaimQuote | null
}

const maxTerms = 3

export function nameSubject({
  headline,
  mostNoticed,
  terms,
}: Pick<ReportedEvent, 'headline' | 'mostNoticed' | 'terms'>): NamedSubject {
  const told = headline && quoteTitle(headline)
  const noticed = told === null ? mostNoticed && quoteTitle(mostNoticed) : null
  const names = told === null ? terms.slice(0, maxTerms) : []
  const quoted = told ?? noticed
  return {
    words: quoted?.words ?? '',
    isWhole: quoted?.isWhole ?? true,
    isNoticed: told === null && noticed !== null,
    outlet: quoted?.outlet ?? '',
    terms: joinWithAnd(names),
    names: [...names, ...(quoted === null ? [] : [quoted.outlet])],
    quote: quoted?.quote ?? null,
  }
}

/** The title of a document in quotation marks; null where it cannot be quoted. */
function quoteTitle(document: QuotedDocument) {
  const whole = withoutSite(withoutBrackets(document.title), document.outlet)
  const title = shorten(whole)
  const quote = isQuotableHeadline(title) ? findQuote(title, { ...document, body: null }) : null
  if (quote === null) return null
  return { words: toQuotation(title), isWhole: title === whole, outlet: document.outlet, quote }
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
/** Not where a dot ends an initial or a title: "U.S.", "Pfc. Manning". */
const firstSentence = /^.{20,}?(?:(?<!\b\p{Lu}\p{Ll}{0,3})\.|[!?])(?=\s)/su

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
