import {
  cite,
  headlineTitle,
  nameOrQuotation,
  nameSubject,
  type NamedSubject,
  type QuotedDocument,
  type DayTitles,
  sayWhat,
  titleOfReport,
} from './quoted-titles.ts'
import { isDigest } from '../../events/headline-style.ts'
import { allDocuments, type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { type PieceNoun, plainNumber, pluralNoun, singularNoun } from '../render-number.ts'
import {
  capitalize,
  formatDay,
  formatDayOfYear,
  formatMonth,
  formatPartOfMonth,
  toQuotation,
} from '../sentence-words.ts'
import { claimStatus, supportThresholds } from '../support.ts'

/** The highest bar of a chart: its days, both inclusive, its documents, and their stories. */
export interface BusiestPeriod extends DayTitles {
  interval: 'day' | 'week' | 'month'
  from: string
  to: string
  documents: number
  /** Whether another bar is as high. */
  isTied?: boolean
  stories: number
  /** What its stories are called. */
  noun: PieceNoun
  /** A headline that is not sure enough to say what they are about, and may be one of several things. */
  example?: QuotedDocument | null
  /** Whether what the headline tells is the largest part of them by far. */
  isLargest?: boolean
  mostNoticed: QuotedDocument | null
  /** Their own name, as of an event; null where they have none. */
  name?: string | null
  terms: readonly string[]
  /** The word or name that many of their titles hold; null where they share none. */
  subject?: string | null
  /** The text that makes up a large part of its documents; null where none does. */
  copies: Copies | null
  /** Its position in the report. */
  pointer: string
}

/** A text in several versions, and the first of them. */
interface Copies {
  storyCluster: string
  documents: number
  first: QuotedDocument
}

/** What else is known of the highest bar. */
export interface BarFacts {
  /** All documents of the topic, and what they are called. */
  topicDocuments: number
  topicNoun: PieceNoun
  /** Whether another sentence has quoted the text that fills it. */
  isQuoted?: boolean
  /** Whether a title may be quoted: one that another sentence quotes is not. */
  isToldByTitle?: boolean
  /** Whether the title says that no event stands out, or how much of the topic this bar is (`busiestShareTitle`). */
  isQuiet?: boolean
}

/** Words that tell what the titles of a bar have in common. */
const minTerms = 2
/** A bar of a larger part of its topic is high. */
const maxLowPart = 0.25

/** The highest bar of a chart that another time heads: what made it the highest or, where nothing is known to have, only how little it is. Null when it is too little to notice. */
export function busiestPeriodStatement(span: BusiestPeriod, facts: BarFacts): StatementDraft | null {
  if (span.documents < supportThresholds.busiest.min) return null
  const bar = countBar(span)
  return busyWithCopies(bar, facts) ?? busyWithTitle(bar, facts) ?? busyWithSubject(bar) ?? shareOfBar(bar, facts)
}

/** "8 April 2013 was the busiest day, with 12 posts". */
function beginBusy({ span: { interval, isTied = false }, subjectOfTime, published }: CountedBar): string {
  const noun = isTied ? `${interval}s` : interval
  const busiest = isTied ? 'among the busiest' : 'the busiest'
  return `${subjectOfTime} was ${busiest}${interval === 'week' ? '' : ` ${noun}`}, with ${published.text}`
}

function busyWithCopies(bar: CountedBar, { isQuoted = false }: BarFacts): StatementDraft | null {
  return bar.span.copies === null || bar.subject.quote === null
    ? null
    : countWithCopies(bar, { begin: beginBusy(bar), isQuoted })
}

function busyWithTitle(bar: CountedBar, { isToldByTitle = true }: BarFacts): StatementDraft | null {
  const { span, when, published, claim } = bar
  if (span.copies !== null || !isToldByTitle) return null
  const example = bar.subject.quote === null && span.example
  const title = example ? nameSubject({ headline: example, mostNoticed: null }) : bar.subject
  if (title.quote === null) return null
  const cited = cite(title, { year: span.from.slice(0, 4) })
  const counted = claim({ numbers: [published], quote: title.quote })
  return {
    text: `${beginBusy(bar)}, among them ${cited.text}.`,
    part: 'story',
    claims: [{ ...counted, names: [when, ...cited.names] }],
  }
}

function busyWithSubject(bar: CountedBar): StatementDraft | null {
  const { span, when, published, claim } = bar
  const shared = span.name ?? span.subject
  if (shared == null) return null
  const words = nameOrQuotation(shared)
  return {
    text: `${beginBusy(bar)}. Many of the titles mention ${words}.`,
    part: 'story',
    claims: [{ ...claim({ numbers: [published] }), names: [when, words] }],
  }
}

/** A busy time without a reason says nothing, except that no time was busy, or that no event was told. */
function shareOfBar(
  { span, when, subjectOfTime, published, claim }: CountedBar,
  { topicDocuments, topicNoun, isQuiet = false }: BarFacts,
): StatementDraft | null {
  const isLow = span.documents <= maxLowPart * topicDocuments
  if (isQuiet && !isLow) return null
  const all = topicCount(topicDocuments, topicNoun)
  const most = plainNumber({ ...published, noun: null })
  const terms = span.terms.slice(0, minTerms).map(toQuotation)
  const share = `${most.text} of the ${all.text}`
  return {
    text: isLow
      ? `No ${span.interval} has more than ${share}.`
      : `${subjectOfTime} had ${share}${endShare(span, terms)}.`,
    part: 'story',
    claims: [
      { ...claim({ numbers: [most] }), names: isLow ? [] : [when, ...terms] },
      { ...claim({ numbers: [all], evidence: allDocuments }), names: [] },
    ],
  }
}

function endShare({ interval, isTied = false }: BusiestPeriod, terms: readonly string[]): string {
  if (terms.length >= minTerms) return `. Titles from then mention ${terms.join(' and ')} more than others do`
  return isTied ? `, and no ${interval} had more` : `, more than any other ${interval}`
}

function topicCount(documents: number, noun: PieceNoun | null): ClaimNumber {
  const count = { pointer: '/counts/documents', value: documents, unit: 'documents', n: documents } as const
  return plainNumber({ ...count, ...(noun !== 'pieces' && { noun }) })
}

/** What the title above a leading bar has said already. */
interface LeadTitle {
  /** Whether the topic has any event. */
  isEventful?: boolean
  /** Whether it says that the bar is a single text. */
  isSingle?: boolean
  /** Whether it says what the bar was about. */
  isTitled?: boolean
}

/** The highest bar of a chart that heads its report: what it was about, unless the title says so (`isTitled`), and how high it is; after a title on a single text (`isSingle`) only that. Null when it is too little to notice. */
export function busiestLeadStatement(span: BusiestPeriod, title: LeadTitle = {}): StatementDraft | null {
  if (span.documents < supportThresholds.busiest.min) return null
  const bar = countBar(span)
  return span.copies === null ? leadOfTexts(bar, title) : leadOfCopies(bar, span.copies, title)
}

/** "There were 12 posts on 8 April 2013"; a title that says what happened does not name the month. */
function beginLead({ span, time, published }: CountedBar, { isSingle = false, isTitled = false }: LeadTitle): string {
  const isMonthSaid = span.interval === 'month' && !isTitled && !isSingle
  return `There were ${published.text} ${isMonthSaid ? 'that month' : time}`
}

function leadOfCopies(bar: CountedBar, copies: Copies, title: LeadTitle): StatementDraft {
  const { span, subject, time } = bar
  const { isSingle = false } = title
  if (!isSingle || subject.quote === null)
    return countWithCopies(bar, { begin: beginLead(bar, title), isQuoted: false })
  const { number, claim } = copiesOf(bar, false)
  const day = formatDay(copies.first.publishedAt)
  const saidTime = span.interval === 'month' ? 'that month' : time
  return {
    text: `There were ${number.text} copies of ${subject.words} ${saidTime}, the earliest from ${subject.outlet} on ${day}.`,
    part: 'story',
    claims: [{ ...claim, names: [...claim.names, day] }],
  }
}

function leadOfTexts(bar: CountedBar, title: LeadTitle): StatementDraft {
  const { span, when, published, subject, claim } = bar
  const { isEventful = true, isTitled = false } = title
  const days = { ...span, isLargest: span.isLargest ?? false, year: span.from.slice(0, 4) }
  const what = isTitled ? { text: '', names: [] } : sayWhat(subject, days)
  const isWithoutEvent = !isTitled && !isEventful && what.text === '' && span.terms.length === 0
  const noEvent = isWithoutEvent ? ' No single event stands out.' : ''
  const counted = claim({ numbers: [published], quote: isTitled ? null : subject.quote })
  return {
    text: `${what.text}${beginLead(bar, title)}, ${endLead(span, isTitled)}.${noEvent}`,
    part: 'story',
    claims: [{ ...counted, names: [when, ...what.names] }],
  }
}

function endLead({ interval, isTied = false }: BusiestPeriod, isTitled: boolean): string {
  if (isTied) return `and no ${interval} had more`
  if (interval === 'day') return 'more than on any other day'
  // "that month" has just been said
  return interval === 'month' && !isTitled ? 'more than in any other' : `more than in any other ${interval}`
}

type BarClaim = Pick<NewClaim, 'numbers'> & Partial<Pick<NewClaim, 'quote' | 'evidence'>>

/** A bar with what its sentences say of it, and with what their claims have in common. */
interface CountedBar {
  span: BusiestPeriod
  /** The day or month that names it. */
  when: string
  /** The same as the subject of a sentence: "The week from 8 April 2013". */
  subjectOfTime: string
  /** And inside a sentence: "in the week from 8 April 2013". */
  time: string
  published: ClaimNumber
  /** What it was about. */
  subject: NamedSubject
  claim: (part: BarClaim) => NewClaim
}

const timePrepositions = { day: 'on', week: 'in the week from', month: 'in' }

function countBar(span: BusiestPeriod): CountedBar {
  const { interval, documents, pointer, from, to, copies } = span
  const when = interval === 'month' ? formatMonth(from) : formatDay(from)
  const published = plainNumber({
    pointer: `${pointer}/documents`,
    value: documents,
    unit: 'documents',
    n: documents,
    ...(span.noun !== 'pieces' && { noun: span.noun }),
  })
  const subject = nameSubject(copies === null ? span : { headline: copies.first, mostNoticed: null })
  const claim = ({ quote = null, evidence: shown = evidence({ from, to }), numbers }: BarClaim): NewClaim => ({
    kind: 'count',
    status: claimStatus(documents, supportThresholds.busiest),
    reason: 'Every matching document was counted.',
    names: [when, ...(subject.outlet === '' ? [] : [subject.outlet])],
    documentIds: quote === null ? [] : [quote.documentId],
    formula: 'match',
    numbers,
    evidence: shown,
    quote,
  })
  return {
    span,
    when,
    subjectOfTime: interval === 'week' ? `The week from ${when}` : when,
    time: `${timePrepositions[interval]} ${when}`,
    published,
    subject,
    claim,
  }
}

function textNoun(title: string | undefined, noun: PieceNoun): string {
  return title !== undefined && noun === 'articles' && isDigest(title) ? 'news digest' : singularNoun(noun)
}

/** From this part on, a text in versions is most of what there is. */
const minCopiedPart = 0.5

/** "…, but 8 were copies of a single post from 8 April: “…”": how many documents of a bar are copies of one text, which another sentence has quoted or not. */
function countWithCopies(bar: CountedBar, { begin, isQuoted }: { begin: string; isQuoted: boolean }): StatementDraft {
  const { span, subject, published } = bar
  const { number, claim } = copiesOf(bar, isQuoted)
  const day = subject.day.startsWith(span.from.slice(0, 4)) ? formatDayOfYear(subject.day) : formatDay(subject.day)
  const days = isQuoted || subject.quote === null ? [] : [day]
  // the outlet of the text that was read is one of many
  const noun = textNoun(span.copies?.first.title, span.noun)
  const quoted = subject.quote === null ? '' : ` from ${day}: ${subject.words}`
  const text = isQuoted ? `that ${noun}` : `a single ${noun}${quoted}`
  return {
    text: `${begin}, ${partOfCopies(number, span.documents)} of ${text}.`,
    part: 'story',
    claims: [bar.claim({ numbers: [published] }), { ...claim, names: [...claim.names, ...days] }],
  }
}

function partOfCopies({ value, text }: ClaimNumber, documents: number): string {
  if (value === documents) return 'all copies'
  return value > minCopiedPart * documents ? `but ${text} were copies` : `${text} of them copies`
}

/** The number of copies in a bar, and its claim. */
function copiesOf(
  { span: { copies, documents, from, to }, subject, claim }: CountedBar,
  isQuoted: boolean,
): { number: ClaimNumber; claim: NewClaim } {
  const number = plainNumber({ value: copies?.documents ?? 0, unit: 'documents', n: documents, noun: null })
  const shown = evidence({ from, to, storyCluster: copies?.storyCluster ?? null })
  return { number, claim: claim({ numbers: [number], evidence: shown, quote: isQuoted ? null : subject.quote }) }
}

/** A text that is a smaller part of a topic, or has fewer copies and is not most of it, does not head its report. */
const [minCopiedShare, minCopies] = [0.15, 40]

/**
 * The headline finding above the chart of a topic, or of its highest bar, that is mostly one text: copies are no attention, so it does not say that
 * attention peaked. Null where it is not.
 */
export function singleTextTitle(
  span: BusiestPeriod,
  { topic, documents }: { topic: string; documents: number },
): StatementDraft | null {
  const { copies, noun, from, to, interval } = span
  if (copies === null || copies.documents <= minCopiedPart * span.documents) return null
  if (copies.documents < minCopiedShare * documents) return null
  const isOfTopic = copies.documents > minCopiedPart * documents
  if (!isOfTopic && (copies.documents < minCopies || span.isTied)) return null
  const day = isOfTopic && interval === 'week' ? copies.first.publishedAt : from
  const formatTime = isOfTopic ? formatPartOfMonth : formatDay
  const when = interval === 'month' ? formatMonth(day) : formatTime(day)
  const one = textNoun(copies.first.title, noun)
  const busiest = interval === 'week' ? `the week from ${when} the busiest` : `${when} the busiest ${interval}`
  return {
    text: isOfTopic
      ? `Most documents about ${topic} are copies of a single ${one} from ${when}`
      : `A single ${one}, copied many times, made ${busiest} for ${topic}`,
    part: 'title',
    claims: [
      {
        kind: 'count',
        status: 'supported',
        reason: 'Every matching document was counted.',
        numbers: [],
        names: [topic, when],
        quote: null,
        evidence: evidence({ from, to, storyCluster: copies.storyCluster }),
        documentIds: [copies.first.id],
        formula: 'match',
      },
    ],
  }
}

/** The headline finding above a chart without an event of which one bar holds a large part, which a reader sees. Null where no bar does. */
export function busiestShareTitle(
  span: BusiestPeriod,
  { topic, topicDocuments, topicNoun }: { topic: string } & Pick<BarFacts, 'topicDocuments' | 'topicNoun'>,
): StatementDraft | null {
  const { documents, interval, isTied = false } = span
  if (isTied || documents < supportThresholds.busiest.min || documents <= maxLowPart * topicDocuments) return null
  const { when, published, claim } = countBar(span)
  const most = plainNumber({ ...published, noun: null })
  const all = topicCount(topicDocuments, null)
  const pieces = topicNoun === 'pieces' ? 'documents' : topicNoun
  return {
    text: `${capitalize(pieces)} about ${topic}: ${most.text} of the ${all.text} are from ${interval === 'week' ? 'the week from ' : ''}${when}`,
    part: 'title',
    claims: [
      { ...claim({ numbers: [most] }), names: [topic, when] },
      { ...claim({ numbers: [all], evidence: allDocuments }), names: [] },
    ],
  }
}

/** The headline finding above a chart whose events are too small for its title: what its highest bar tells, or when it was. */
export function busiestTitle(
  span: BusiestPeriod,
  { topic, name = topic }: { topic: string; name?: string },
): StatementDraft {
  const { from, to, interval, noun, headline, headlineScore = 0 } = span
  const told = headlineTitle(headline, { score: headlineScore, topic: name }) ?? titleOfReport(span, name)
  if (told !== null) return told
  const when = interval === 'month' ? formatMonth(from) : formatPartOfMonth(from)
  return {
    text: `${capitalize(pluralNoun(noun, Infinity))} about ${topic} peaked in ${when}`,
    part: 'title',
    claims: [
      {
        kind: 'count',
        status: 'supported',
        reason: 'Every matching document was counted.',
        numbers: [],
        names: [topic, when],
        quote: null,
        evidence: evidence({ from, to }),
        documentIds: [],
        formula: 'match',
      },
    ],
  }
}
