import { cite, nameSubject, type QuotedDocument, sayWhat } from './story-statements.ts'
import { addDays } from '../../series/daily-series.ts'
import { allDocuments, type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { claimNumber, type PieceNoun, plainNumber, singularNoun, startNumber } from '../render-number.ts'
import { formatDay, formatDayRange, formatMonth, formatPartOfMonth, toQuotation } from '../sentence-words.ts'
import { claimStatus, supportThresholds } from '../support.ts'

interface CountedDays {
  firstDay: string
  lastDay: string
  documents: number
  isSampled: boolean
  /** Of the documents, those dated after `lastDay`. */
  laterDocuments: number
}

export interface VolumeFacts extends CountedDays {
  /** The topic as the person typed it. */
  topic: string
  /** The documents that were searched, appended to their number: " from China on Hacker News"; empty for all. */
  scope?: string
  /** 95 % bounds of `documents`; equal to it when every document was counted. */
  documentsLow: number
  documentsHigh: number
  /** Documents that were read; fewer than `documents` when a sample was. */
  sampledDocuments: number
  outlets: number
}

/** How much was published: documents and their outlets. Null when there are none. */
export function volumeStatement(facts: VolumeFacts): StatementDraft | null {
  const { documents, sampledDocuments, isSampled, outlets, laterDocuments, scope = '' } = facts
  if (documents === 0) return null
  const [first, last] = [formatDay(facts.firstDay), formatDay(facts.lastDay)]
  const claim = (number: ClaimNumber, formula: string): NewClaim => ({
    kind: 'count',
    status: 'supported',
    reason: isSampled
      ? 'Counted in a sample of the documents; the interval says how far the whole may be.'
      : 'Every matching document was counted.',
    numbers: [number],
    names: [facts.topic, ...namesIn(scope), first, last, formatDaysBetween(facts)],
    quote: null,
    evidence: allDocuments,
    documentIds: [],
    formula,
  })
  const number = plainNumber({
    pointer: '/counts/documents',
    value: documents,
    unit: 'documents',
    n: sampledDocuments,
    ...(isSampled ? { low: facts.documentsLow, high: facts.documentsHigh } : {}),
  })
  const counted = [claim(number, 'match')]
  if (laterDocuments > 0 && laterDocuments < documents && !isSampled) {
    const later = claimNumber({
      pointer: '/counts/laterDocuments',
      value: laterDocuments,
      unit: 'documents',
      n: sampledDocuments,
    })
    counted.push({ ...claim(later, 'match'), evidence: evidence({ from: addDays(facts.lastDay, 1) }) })
  }
  let outletText = ''
  if (!isSampled) {
    const from = claimNumber({ pointer: '/counts/outlets', value: outlets, unit: 'outlets', n: sampledDocuments })
    counted.push(claim(from, 'match'))
    // the words that narrow the documents may begin with "from" too, and one document has one outlet
    if (scope === '' && documents > 1) outletText = outlets === 1 ? ' from a single outlet' : ` from ${from.text}`
  }
  return {
    text: `${sentenceCase(number.text)}${outletText}${scope} mentioned ${facts.topic}${countedDays(facts)}.`,
    claims: counted,
  }
}

/** The days of the count as the end of its sentence; a third figure is a sentence of its own. */
function countedDays(facts: CountedDays): string {
  const { firstDay, lastDay, documents, isSampled, laterDocuments } = facts
  const last = formatDay(lastDay)
  if (laterDocuments === 0 && firstDay !== lastDay) return ` between ${formatDaysBetween(facts)}`
  if (laterDocuments === 0 || laterDocuments >= documents) return describeCountedDays(facts)
  const since = ` from ${formatDay(firstDay)} on`
  if (isSampled) return `${since}. Some of them are dated after ${last}`
  const later = claimNumber({ value: laterDocuments, unit: 'documents' }).text
  return `${since}. Of these, ${later} ${laterDocuments === 1 ? 'is' : 'are'} dated after ${last}`
}

/** Two days without what they share: "1 and 4 January 2026". */
function formatDaysBetween({ firstDay, lastDay }: Pick<CountedDays, 'firstDay' | 'lastDay'>): string {
  const first = formatDay(firstDay).split(' ')
  const parts = firstDay.slice(0, 7) === lastDay.slice(0, 7) ? 1 : firstDay.slice(0, 4) === lastDay.slice(0, 4) ? 2 : 3
  return `${first.slice(0, parts).join(' ')} and ${formatDay(lastDay)}`
}

/**
 * The days of the count, appended to its number: " between 3 January 2026 and 20 November 2026". Documents dated later are not counted under these
 * days.
 */
export function describeCountedDays({ firstDay, lastDay, documents, isSampled, laterDocuments }: CountedDays): string {
  const [first, last] = [formatDay(firstDay), formatDay(lastDay)]
  if (laterDocuments === 0) return firstDay === lastDay ? ` on ${first}` : ` between ${first} and ${last}`
  if (laterDocuments >= documents) return `, ${documents === 1 ? '' : 'all of them '}dated after ${last}`
  const later = isSampled ? 'some' : claimNumber({ value: laterDocuments, unit: 'documents' }).text
  return ` from ${first} on, including ${later} dated after ${last}`
}

/** The headline finding of a chart on which nothing stands out: how much there is. Null when there is nothing. */
export function countTitle(
  facts: Pick<VolumeFacts, 'topic' | 'scope' | 'documents' | 'documentsLow' | 'documentsHigh'> & { isSampled: boolean },
): StatementDraft | null {
  const { topic, documents, isSampled, scope = '' } = facts
  if (documents === 0) return null
  const bounds = isSampled ? { low: facts.documentsLow, high: facts.documentsHigh } : {}
  const number = startNumber({
    pointer: '/counts/documents',
    value: documents,
    unit: 'documents',
    n: documents,
    ...bounds,
  })
  return {
    text: `${sentenceCase(number.text)}${scope} ${documents === 1 ? 'mentions' : 'mention'} ${topic}`,
    part: 'title',
    claims: [
      {
        kind: 'count',
        status: 'supported',
        reason: isSampled
          ? 'Counted in a sample of the documents; the interval says how far the whole may be.'
          : 'Every matching document was counted.',
        numbers: [number],
        names: [topic, ...namesIn(scope)],
        quote: null,
        evidence: allDocuments,
        documentIds: [],
        formula: 'match',
      },
    ],
  }
}

/** Digits in the query are not numbers of the claim. */
function namesIn(scope: string): string[] {
  return scope === '' ? [] : [scope.trim()]
}

/** Only the word before an estimate can start in lower case; the number itself stays as rendered. */
function sentenceCase(text: string): string {
  return text.startsWith('about ') ? `In all, ${text}` : text
}

/** The highest bar of a chart: its days, both inclusive, its documents, and their stories. */
export interface BusiestPeriod {
  interval: 'day' | 'week' | 'month'
  from: string
  to: string
  documents: number
  /** Whether another bar is as high. */
  isTied?: boolean
  stories: number
  /** What its stories are called. */
  noun: PieceNoun
  /** What they are about. */
  headline: QuotedDocument | null
  /** Whether what the headline tells is the largest part of them by far. */
  isLargest?: boolean
  mostNoticed: QuotedDocument | null
  /** Their own name, as of an event; null where they have none. */
  name?: string | null
  terms: readonly string[]
  /** The word or name that many of their titles hold; null where they share none. */
  subject?: string | null
  /** The text that makes up a large part of its documents; null where none does. */
  copies: { storyCluster: string; documents: number; first: QuotedDocument } | null
  /** Its position in the report. */
  pointer: string
}

/** The beginning of a sentence on the highest bar of a chart, and the time that it names. */
function busiestPeriodWords({ interval, from, isTied = false }: BusiestPeriod): { when: string; period: string } {
  const when = interval === 'month' ? formatMonth(from) : formatDay(from)
  const busiest = isTied ? `among the busiest ${interval}s` : `the busiest ${interval}`
  if (interval !== 'week') return { when, period: `${when} was ${busiest}` }
  return { when, period: `The week from ${when} was ${isTied ? 'among the busiest' : 'the busiest'}` }
}

/** What else is known of the highest bar. */
interface BarFacts {
  /** Whether another sentence has quoted the text that fills it. */
  isQuoted?: boolean
  /** Whether its title is worth quoting: one of several titles of a bar that is hardly higher than others is not what it was about. */
  isToldByTitle?: boolean
  /** Whether the title of the report has said that no event stands out. */
  isUneventful?: boolean
  /** Whether something happened there of which no title tells. */
  isEventful?: boolean
  /** Whether the library holds more of that time, whatever it is about, and the topic has no larger part of it. */
  isLarger?: boolean
}

/** The highest bar of a chart that another time heads: what made it the highest, or that nothing is known to have. Null when it is too little to notice. */
export function busiestPeriodStatement(
  span: BusiestPeriod,
  { isQuoted = false, isToldByTitle = true, isUneventful = false, isEventful = false, isLarger = false }: BarFacts = {},
): StatementDraft | null {
  if (span.documents < supportThresholds.busiest.min) return null
  const { when, period } = busiestPeriodWords(span)
  const { published, claim, subject } = countedBar(span, when)
  const begin = `${period}, with ${published.text}`
  if (span.copies !== null && subject.quote !== null) {
    const copied = sayCopies(span, { claim, isQuoted, begin })
    return { text: copied.text, part: 'story', claims: [claim({ numbers: [published] }), copied.claim] }
  }
  if (span.copies === null && subject.quote !== null && isToldByTitle)
    return {
      text: `${begin}, among them ${cite(subject)}.`,
      part: 'story',
      claims: [claim({ numbers: [published], quote: subject.quote })],
    }
  const shared = span.name ?? span.subject ?? null
  const words = shared === null || /\p{Lu}/u.test(shared) ? shared : toQuotation(shared)
  const library = isLarger ? ` The library holds more from that ${span.interval} than from most others.` : ''
  const days = span.interval === 'week' ? formatDayRange(span.from, span.to) : when
  const text =
    words !== null
      ? `${begin}. Many of the titles mention ${words}.`
      : isUneventful
        ? `${begin}.${library}`
        : `No ${isEventful ? 'headline' : 'single event'} explains ${span.isTied ? `${days}, among its busiest ${span.interval}s` : `its busiest ${span.interval}, ${days}`}, with ${published.text}.${library}`
  const counted = claim({ numbers: [published] })
  return { text, part: 'story', claims: [{ ...counted, names: [when, days, ...(words === null ? [] : [words])] }] }
}

/** The highest bar of a chart that heads its report: what it was about, and how high it is; after a title on a single text (`isSingle`) only that. Null when it is too little to notice. */
export function busiestLeadStatement(
  span: BusiestPeriod,
  { isEventful = true, isSingle = false }: { isEventful?: boolean; isSingle?: boolean } = {},
): StatementDraft | null {
  if (span.documents < supportThresholds.busiest.min) return null
  const { when } = busiestPeriodWords(span)
  const { published, claim, subject } = countedBar(span, when)
  const time = timeOf(span)
  // the title names the month
  const begin = `There were ${published.text} ${span.interval === 'month' && !isSingle ? 'that month' : time}`
  if (span.copies !== null) {
    const copied = sayCopies(span, { claim, isQuoted: false, begin })
    const [number] = copied.claim.numbers
    // the title says that it is a single text
    if (isSingle && subject.quote !== null && number !== undefined) {
      const day = formatDay(span.copies.first.publishedAt)
      return {
        text: `There were ${number.text} versions of ${subject.words} ${span.interval === 'month' ? 'that month' : time}, the earliest from ${subject.outlet} on ${day}.`,
        part: 'story',
        claims: [{ ...copied.claim, names: [...copied.claim.names, day] }],
      }
    }
    return { text: copied.text, part: 'story', claims: [claim({ numbers: [published] }), copied.claim] }
  }
  const what = sayWhat(subject, { ...span, isLargest: span.isLargest ?? false })
  const claims = [
    { ...claim({ numbers: [published], quote: subject.quote }), names: [when, ...subject.names, ...what.names] },
  ]
  const more = span.isTied
    ? `and no ${span.interval} had more`
    : `more than ${span.interval === 'day' ? 'on' : 'in'} any other${span.interval === 'month' ? '' : ` ${span.interval}`}`
  const noEvent = what.text === '' && span.terms.length === 0 && !isEventful ? ' No single event stands out.' : ''
  return {
    text: `${what.text}${begin}, ${more}.${noEvent}`,
    part: 'story',
    claims,
  }
}

type BarClaim = Pick<NewClaim, 'numbers'> & Partial<Pick<NewClaim, 'quote' | 'evidence'>>

/** The documents of a bar, what it was about, and what its claims have in common. */
function countedBar(span: BusiestPeriod, when: string) {
  const { documents, pointer, from, to, copies } = span
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
    names: [when, ...subject.names],
    documentIds: quote === null ? [] : [quote.documentId],
    formula: 'match',
    numbers,
    evidence: shown,
    quote,
  })
  return { published, claim, subject }
}

/** From this part on, a text in versions is most of what there is. */
const minCopiedPart = 0.5

function sayCopies(
  { copies, documents, noun, from, to }: BusiestPeriod,
  { claim, isQuoted, begin }: { claim: (part: BarClaim) => NewClaim; isQuoted: boolean; begin: string },
): { text: string; claim: NewClaim } {
  const count = copies?.documents ?? 0
  const subject = nameSubject({ headline: copies?.first ?? null, mostNoticed: null })
  const isMost = count > minCopiedPart * documents
  const number = plainNumber({ value: count, unit: 'documents', n: documents, noun: null })
  // the outlet of the text that was read is one of many
  const one = singularNoun(noun)
  const text = isQuoted ? `that ${one}` : `a single ${one}${subject.quote === null ? '' : `: ${subject.words}`}`
  const documentsEvidence = evidence({ from, to, storyCluster: copies?.storyCluster ?? null })
  const copied = claim({ numbers: [number], evidence: documentsEvidence, quote: isQuoted ? null : subject.quote })
  const part =
    count === documents
      ? 'all versions'
      : isMost
        ? `but ${number.text} of them were versions`
        : `${number.text} of them versions`
  return { text: `${begin}, ${part} of ${text}.`, claim: copied }
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
  const when = interval === 'month' ? formatMonth(day) : isOfTopic ? formatPartOfMonth(day) : formatDay(day)
  const one = singularNoun(noun)
  const busiest = interval === 'week' ? `the week from ${when} the busiest` : `${when} the busiest ${interval}`
  return {
    text: isOfTopic
      ? `Most documents about ${topic} are versions of a single ${one} from ${when}`
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

/** The time of a bar, as a sentence names it. */
function timeOf(span: BusiestPeriod): string {
  const { interval } = span
  const { when } = busiestPeriodWords(span)
  return interval === 'week' ? `in the week from ${when}` : interval === 'day' ? `on ${when}` : `in ${when}`
}

/** The headline finding above a chart whose events are too small for its title: when most was published. */
export function busiestTitle({ from, to, interval }: BusiestPeriod, topic: string): StatementDraft {
  const when = interval === 'month' ? formatMonth(from) : formatPartOfMonth(from)
  return {
    text: `Attention to ${topic} peaked in ${when}`,
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
