import { quotedHeadline, saysWhatHappened } from '../../events/headline-style.ts'
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
  /** One of the documents that people reacted to most. */
  mostNoticed: QuotedDocument | null
  /** Its own name, such as "Hurricane Sandy" of the topic hurricane; null where it has none. */
  name?: string | null
  /** The word or name that many of its titles hold; null where they share none. */
  subject?: string | null
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
  const name = event.name == null ? null : withArticle(event.name)
  const text =
    name === null
      ? `Attention to ${topic} ${rank === 'peak' ? 'peaked' : 'jumped'} in ${when}`
      : rank === 'peak'
        ? `${capitalize(name)} drew the most attention, in ${when}`
        : `Attention to ${name} jumped in ${when}`
  const names = name === null ? [topic, when] : [name, capitalize(name), when]
  return { text, part: 'title', claims: [{ ...toEventClaim(event), names, numbers: [], documentIds: [] }] }
}

/** A name that ends in a common noun has an article: "the Boston Marathon explosion", but "asteroid mining". */
export function withArticle(name: string): string {
  const isActivity = /^\p{Ll}.*ing$/u.test(name)
  return /\s\p{Ll}+$/u.test(name) && !isActivity ? `the ${name}` : name
}

/** The largest thing that happened: what it was, how it went, and how much was published. */
export function leadStatement(event: ReportedEvent): StatementDraft {
  const { onset, until, peak, isJoined } = event
  const when = formatPartOfMonth(peak)
  const counted = countPieces(event)
  const usual = usualAmount(event)
  const subject = nameSubject(event)
  const course = sayCourse(event)
  const { noticed } = subject
  const mentioned = sayMentioned(event)
  const discussed = noticed === null ? '' : `Among the most discussed was ${cite(noticed)}. `
  const days = isJoined === true ? 'on those days' : onset === until ? 'that day' : 'in that time'
  return {
    text: `${sayWhat(subject, { isLargest: event.isLargest, when })}${discussed}${course.text} There ${event.stories === 1 ? 'was' : 'were'} ${counted.text} ${days}${usual.words}.${mentioned.text}`,
    part: 'story',
    claims: [
      {
        ...toEventClaim(event),
        numbers: [counted, ...(usual.number === null ? [] : [usual.number])],
        names: [when, ...course.names, ...subject.names, ...mentioned.names],
        quote: subject.quote,
      },
      ...(subject.isNoticed || noticed === null ? [] : [toNoticedClaim(event, noticed)]),
    ],
  }
}

/** What many titles of some days mention, where no headline says what happened. */
export function sayMentioned(days: Pick<ReportedEvent, 'headline' | 'mostNoticed' | 'subject'>): {
  text: string
  names: string[]
} {
  const { quote, isNoticed } = nameSubject(days)
  if (days.subject == null || (quote !== null && !isNoticed)) return { text: '', names: [] }
  const words = toQuotation(days.subject)
  return { text: ` Many of them mention ${words}.`, names: [words] }
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

/** What people reacted to most, said beside a headline. */
function toNoticedClaim(event: ReportedEvent, { outlet, quote }: QuotedTitle): NewClaim {
  return { ...toEventClaim(event), numbers: [], names: [outlet], quote, documentIds: [quote.documentId] }
}

function cite({ words, outlet }: { words: string; outlet: string }): string {
  return `${words} (${outlet})`
}

function sayWhat(subject: NamedSubject, { isLargest, when }: { isLargest: boolean; when: string }): string {
  if (subject.quote === null || subject.isNoticed) return ''
  return `${isLargest ? 'The main headline' : 'Among the main headlines'} of ${when} ${subject.isWhole ? 'was' : 'begins:'} ${cite(subject)}. `
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
    if (onset === peak) return { text: `Attention jumped on ${highest} ${end}`, names: [highest] }
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
      text: `Attention jumped on ${highest} and stayed high until ${last}.`,
      names: [highest, last],
    }
  if (peak === until)
    return {
      text: `Attention built up from ${before(onset, peak)} to a peak on ${last}.`,
      names: [before(onset, peak), last],
    }
  return { text: `Attention ran high from ${days}, with the peak on ${highest}.`, names: [days, highest] }
}

/** Which of the further events it is: no two sentences of a report are made alike. */
export type FurtherOrder = 'first' | 'second'

/** After more days than this an event does not follow another. */
const maxDaysToFollow = 90

/** Another event, held in time against the greatest. Null where it is small or no title tells of it: the chart shows that. */
export function furtherStatement(
  event: ReportedEvent,
  { greatest, order }: { greatest: Pick<ReportedEvent, 'peak' | 'until'>; order: FurtherOrder },
): StatementDraft | null {
  const { onset, peak, until, stories } = event
  const counted = countPieces(event)
  const subject = nameSubject(event)
  const isReport = !subject.isNoticed && saysWhatHappened(subject.words)
  const least = isReport ? supportThresholds.namedEvent.min : supportThresholds.furtherEvent.min
  if (stories < least || subject.quote === null) return null
  const isPair = until !== null && addDays(onset, 1) === until
  const range =
    until === null || onset === until
      ? formatDay(onset)
      : isPair
        ? formatDayRange(onset, until).replace(' to ', ' and ')
        : formatDayRange(onset, until)
  const days = until === null ? `from ${range} on` : isPair || onset === until ? `on ${range}` : `from ${range}`
  const follows = onset <= addDays(greatest.until ?? greatest.peak, maxDaysToFollow)
  const told =
    order === 'second'
      ? `There were also ${counted.text} ${days}`
      : peak < greatest.peak
        ? `Earlier, ${days}, there were ${counted.text}`
        : follows
          ? `A further ${counted.text} followed ${days}`
          : `Later, ${days}, there were ${counted.text}`
  return {
    text: `${told}, among them ${cite(subject)}.`,
    part: 'story',
    claims: [{ ...toEventClaim(event), numbers: [counted], names: [range, ...subject.names], quote: subject.quote }],
  }
}

function joinPointer(pointer: string | null, name: string): string | null {
  return pointer === null ? null : `${pointer}/${name}`
}

/** How many stories as many days had before at the share of then: as a multiple, as a count where its bounds are too far apart, or almost none. */
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
    return { words: `, ${number.text} as many as before`, number }
  }
  const number = plainNumber({
    pointer: joinPointer(pointer, 'expected'),
    value: expected,
    low: lowerExpected,
    high: upperExpected,
    unit: 'stories',
    noun: null,
  })
  return { words: `, compared with ${number.text} in as many days before`, number }
}

/** A title as a sentence quotes it. */
interface QuotedTitle {
  words: string
  outlet: string
  quote: ClaimQuote
}

/** What some days were about: a headline, if one can be quoted, and what was noticed most. */
export interface NamedSubject {
  /** A title in quotation marks; empty where none can be quoted. */
  words: string
  /** Whether it is quoted to its end. */
  isWhole: boolean
  /** Whether it is only what people reacted to most, and no headline for all. */
  isNoticed: boolean
  /** What people reacted to most: the same, or said beside the headline. */
  noticed: QuotedTitle | null
  /** Who published it. */
  outlet: string
  names: string[]
  quote: ClaimQuote | null
}

export function nameSubject({ headline, mostNoticed }: Pick<ReportedEvent, 'headline' | 'mostNoticed'>): NamedSubject {
  const told = headline && quoteTitle(headline)
  const noticed = told !== null && mostNoticed?.id === headline?.id ? null : mostNoticed && quoteTitle(mostNoticed)
  const quoted = told ?? noticed
  return {
    words: quoted?.words ?? '',
    isWhole: quoted?.isWhole ?? true,
    isNoticed: told === null && noticed !== null,
    noticed,
    outlet: quoted?.outlet ?? '',
    names: quoted === null ? [] : [quoted.outlet],
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
  const title = quotedHeadline(document)
  const quote = title && findQuote(title.text, { ...document, body: null })
  if (title === null || quote === null) return null
  return { words: toQuotation(title.text), isWhole: title.isWhole, outlet: formatOutlet(document.outlet), quote }
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
