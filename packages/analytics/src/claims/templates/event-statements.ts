import { isQuotableHeadline } from '../../events/headline-style.ts'
import { showableRatio } from '../../series/interval.ts'
import { type ClaimNumber, type ClaimQuote, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { type PieceNoun, plainNumber } from '../render-number.ts'
import {
  capitalize,
  formatDay,
  formatDayOfYear,
  formatDayRange,
  formatMonth,
  formatOutlet,
  formatPartOfMonth,
  joinWithAnd,
  toQuotation,
} from '../sentence-words.ts'
import { addDays } from '../../series/daily-series.ts'
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
  /** What its stories are called. */
  noun: PieceNoun
  /** Whether what the headline tells is the largest part of them by far. */
  isLargest: boolean
  /** Whether it is several events told as one, with days of calm between them. */
  isJoined?: boolean
  /** Its position in the report; null for several events told as one. */
  pointer: string | null
}

/** Below this expectation a multiple means nothing to a reader. */
const minExpected = 1.5
/** Nor does one of fifty or more. */
const minUsualPart = 0.02

/** What a report states about its largest event: that it was the busiest time, or only that it stands out most from its surroundings. */
export type EventRank = 'peak' | 'outstanding'

/** The headline finding above the chart: when attention was greatest, or when it rose most. */
export function peakTitle(event: ReportedEvent, topic: string, rank: EventRank): StatementDraft {
  const when = formatPartOfMonth(event.peak)
  return {
    text: `Attention to ${topic} ${rank === 'peak' ? 'peaked' : 'jumped'} in ${when}`,
    part: 'title',
    claims: [{ ...toEventClaim(event), names: [topic, when], numbers: [], documentIds: [] }],
  }
}

/** The largest thing that happened: what it was, how it went, and how much was published. */
export function leadStatement(event: ReportedEvent): StatementDraft {
  const { onset, until, peak, isJoined } = event
  const when = formatPartOfMonth(peak)
  const counted = countPieces(event)
  const usual = usualAmount(event)
  const subject = nameSubject(event)
  const course = sayCourse(event)
  const noticed = subject.isNoticed ? `Among the most discussed was ${cite(subject)}. ` : ''
  const days = isJoined === true ? 'on those days' : onset === until ? 'that day' : 'in that time'
  return {
    text: `${sayWhat(subject, { ...event, when })}${noticed}${course.text} There ${event.stories === 1 ? 'was' : 'were'} ${counted.text} ${days}${usual.words}.`,
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

interface StoryCount {
  stories: number
  noun: PieceNoun
  pointer: string | null
}

/** A number of stories in words. */
export function countPieces({ stories, noun, pointer }: StoryCount): ClaimNumber {
  return plainNumber({ pointer: joinPointer(pointer, 'stories'), value: stories, unit: 'stories', n: stories, noun })
}

function cite({ words, outlet }: NamedSubject): string {
  return `${words} (${outlet})`
}

function sayWhat(
  subject: NamedSubject,
  { noun, isLargest, when }: Pick<ReportedEvent, 'noun' | 'isLargest'> & { when: string },
): string {
  if (subject.quote !== null && !subject.isNoticed)
    return `${isLargest ? 'The main headline' : 'Among the main headlines'} of ${when} ${subject.isWhole ? 'was' : 'begins:'} ${cite(subject)}. `
  return subject.terms === '' ? '' : `${capitalize(noun)} of ${when} focused more than usual on ${subject.terms}. `
}

/** Beginning, peak and end of the attention: what happened may have begun earlier. No year stands twice. */
function sayCourse({ onset, peak, until, isJoined }: ReportedEvent): { text: string; names: string[] } {
  const yearOf = (day: string) => day.slice(0, 4)
  /** A day before another, whose year is enough for both. */
  const before = (day: string, next: string) => (yearOf(day) === yearOf(next) ? formatDayOfYear(day) : formatDay(day))
  const last = formatDay(until ?? peak)
  if (until === null) {
    const [first, highest] = [before(onset, peak), formatDay(peak)]
    const end = 'and had not come down by the last day covered.'
    if (onset === peak) return { text: `Attention peaked straight away, on ${highest}, ${end}`, names: [highest] }
    const verb = isJoined === true ? 'came in waves from' : 'rose from'
    return { text: `Attention ${verb} ${first}, peaked on ${highest} ${end}`, names: [first, highest] }
  }
  if (onset === until) return { text: `Attention rose for a single day, ${last}.`, names: [last] }
  if (addDays(onset, 1) === until) {
    const pair = formatDayRange(onset, until).replace(' to ', ' and ')
    return { text: `Attention rose on ${pair}.`, names: [pair] }
  }
  const [highest, days] = [before(peak, until), formatDayRange(onset, until)]
  if (isJoined === true)
    return { text: `Attention came in waves from ${days} and was highest on ${highest}.`, names: [days, highest] }
  if (onset === peak)
    return {
      text: `Attention peaked straight away, on ${highest}, and stayed high until ${last}.`,
      names: [highest, last],
    }
  if (peak === until)
    return {
      text: `Attention built up from ${before(onset, peak)} to a peak on ${last}.`,
      names: [before(onset, peak), last],
    }
  return { text: `Attention ran high from ${days}, peaking on ${highest}.`, names: [days, highest] }
}

/** Ways to tell of a further event: no two sentences of a report are made alike. */
export type FurtherEvent = 'next' | 'besides'

/** Another event, held in time against the greatest. Null where nothing is known but its size: the chart shows that. */
export function furtherStatement(
  event: ReportedEvent,
  { greatest, order }: { greatest: ReportedEvent; order: FurtherEvent },
): StatementDraft | null {
  const { onset, peak, until, stories } = event
  const counted = countPieces(event)
  const subject = nameSubject(event)
  if (stories < supportThresholds.furtherEvent.min || (subject.quote === null && subject.terms === '')) return null
  const range = until === null ? formatDay(onset) : onset === until ? formatDay(onset) : formatDayRange(onset, until)
  const days = until === null ? `from ${range} on` : onset === until ? `on ${range}` : `from ${range}`
  const terms = subject.terms === '' ? '' : `, some about ${subject.terms}`
  const about =
    subject.quote === null
      ? `${terms}.`
      : !subject.isNoticed
        ? `, among them ${cite(subject)}.`
        : order === 'besides'
          ? `${terms}, including ${cite(subject)}.`
          : `${terms}. Much discussed was ${cite(subject)}.`
  const told =
    order === 'besides'
      ? `Another rise, ${days}, brought ${counted.text}`
      : peak < greatest.peak
        ? `Earlier, ${days}, there were ${counted.text}`
        : `A further ${counted.text} followed ${days}`
  return {
    text: `${told}${about}`,
    part: 'story',
    claims: [{ ...toEventClaim(event), numbers: [counted], names: [range, ...subject.names], quote: subject.quote }],
  }
}

function joinPointer(pointer: string | null, name: string): string | null {
  return pointer === null ? null : `${pointer}/${name}`
}

/** How many stories these days usually have: as a multiple, as a count where its bounds are too far apart, or almost none. */
export function usualAmount({ stories, expected, excess, pointer }: ReportedEvent): {
  words: string
  number: ClaimNumber | null
} {
  if (expected < Math.max(minExpected, minUsualPart * stories)) return { words: ', up from almost none', number: null }
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
    noun: null,
  })
  return { words: `, compared with ${number.text} normally`, number }
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

/**
 * Phrases, and names such as NBC and iPhone, are subjects of a sentence; what single words are about, a reader would have to guess (*free, read, North*).
 * Words in long capitals are the names of columns.
 */
function namesSubject(term: string): boolean {
  return !/\p{Lu}{6,}/u.test(term) && (/\s|\p{Lu}.*\d/u.test(term) || /\p{Lu}/u.test(term.slice(1)))
}

export function nameSubject({
  headline,
  mostNoticed,
  terms,
}: Pick<ReportedEvent, 'headline' | 'mostNoticed' | 'terms'>): NamedSubject {
  const told = headline && quoteTitle(headline)
  const noticed = told === null ? mostNoticed && quoteTitle(mostNoticed) : null
  const names = told === null ? terms.filter(namesSubject).slice(0, maxTerms) : []
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

/** What people reacted to most, for a topic on which no event stands out. Null where its title cannot be quoted. */
export function discussedStatement(document: QuotedDocument): StatementDraft | null {
  const title = quoteTitle(document)
  if (title === null) return null
  const when = formatMonth(document.publishedAt)
  return {
    text: `Among the most discussed was ${title.words} (${title.outlet}), in ${when}.`,
    part: 'story',
    claims: [
      {
        kind: 'quote',
        status: 'supported',
        reason: 'Few other documents have as many points and comments.',
        numbers: [],
        names: [title.outlet, when],
        quote: title.quote,
        evidence: evidence({ ids: document.id }),
        documentIds: [document.id],
        formula: 'summary',
      },
    ],
  }
}

/** The title of a document in quotation marks; null where it cannot be quoted. */
function quoteTitle(document: QuotedDocument) {
  const whole = withoutAddition(withoutSite(withoutBrackets(document.title), document.outlet))
  const title = shorten(whole)
  const quote = title !== null && isQuotableHeadline(title) ? findQuote(title, { ...document, body: null }) : null
  if (title === null || quote === null) return null
  return { words: toQuotation(title), isWhole: title === whole, outlet: formatOutlet(document.outlet), quote }
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

/** Where a long title can be cut: what comes before is complete. */
const clauseEnd = /^.{30,}?(?=;\s|\s[–—|-]\s|\s\()/su

/** The first sentence or clause of a title that fits; null where it has none, since a title that is cut between two words says something else. */
function shorten(title: string): string | null {
  if (title.length <= maxTitleLength) return title
  const shortTitle = title.slice(0, maxTitleLength)
  return firstSentence.exec(shortTitle)?.[0] ?? clauseEnd.exec(shortTitle)?.[0] ?? null
}

/** A headline of five words or more, and what somebody added to it: "… File Bankruptcy - And so it begins." */
const addition = /^((?:\S+\s+){4,}?\S+)\s[–—|-]\s(?=["“'‘]?\p{Lu}).*$/su

function withoutAddition(title: string): string {
  const [, headline] = addition.exec(title) ?? []
  return headline === undefined || headline.length < minHeadline ? title : headline
}

const minHeadline = 30

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
        ? 'Few pieces were published in these days.'
        : 'Chance alone shows a rise like this in at most one of twenty topics; the headline is of the group of pieces that grew most.',
    quote: null,
    evidence: evidence({ from: onset, to: until }),
    documentIds: headline === null ? [] : [headline.id],
    formula: 'events',
  }
}
