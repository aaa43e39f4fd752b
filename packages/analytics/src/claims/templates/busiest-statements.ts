import { cite, headlineTitle, nameSubject, type QuotedDocument, sayWhat } from './story-statements.ts'
import { isDigest } from '../../events/headline-style.ts'
import { allDocuments, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { type PieceNoun, plainNumber, singularNoun } from '../render-number.ts'
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
  /** The probability that an editor would quote it; unknown, it is no title. */
  headlineScore?: number
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
export function busiestPeriodStatement(
  span: BusiestPeriod,
  { topicDocuments, topicNoun, isQuoted = false, isToldByTitle = true, isQuiet = false }: BarFacts,
): StatementDraft | null {
  if (span.documents < supportThresholds.busiest.min) return null
  const { when, period } = busiestPeriodWords(span)
  const time = span.interval === 'week' ? `The week from ${when}` : when
  const { published, claim, subject } = countedBar(span, when)
  const begin = `${period}, with ${published.text}`
  if (span.copies !== null && subject.quote !== null) {
    const copied = sayCopies(span, { claim, isQuoted, begin })
    return { text: copied.text, part: 'story', claims: [claim({ numbers: [published] }), copied.claim] }
  }
  const told =
    subject.quote !== null || span.example == null
      ? subject
      : nameSubject({ headline: span.example, mostNoticed: null })
  if (span.copies === null && told.quote !== null && isToldByTitle) {
    const cited = cite(told, { year: span.from.slice(0, 4) })
    const counted = claim({ numbers: [published], quote: told.quote })
    return {
      text: `${begin}, among them ${cited.text}.`,
      part: 'story',
      claims: [{ ...counted, names: [when, ...cited.names] }],
    }
  }
  const shared = span.name ?? span.subject ?? null
  const words = shared === null || /\p{Lu}/u.test(shared) ? shared : toQuotation(shared)
  if (words !== null) {
    const counted = claim({ numbers: [published] })
    return {
      text: `${begin}. Many of the titles mention ${words}.`,
      part: 'story',
      claims: [{ ...counted, names: [when, words] }],
    }
  }
  // a busy time without a reason says nothing, but that no time was busy, or nothing was told of it
  const all = plainNumber({
    pointer: '/counts/documents',
    value: topicDocuments,
    unit: 'documents',
    n: topicDocuments,
    ...(topicNoun !== 'pieces' && { noun: topicNoun }),
  })
  const most = plainNumber({ ...published, noun: null })
  const terms = span.terms.slice(0, minTerms).map(toQuotation)
  const isLow = span.documents <= maxLowPart * topicDocuments
  if (isQuiet && !isLow) return null
  return {
    text: isLow
      ? `No ${span.interval} has more than ${most.text} of the ${all.text}.`
      : `${time} had ${most.text} of the ${all.text}${terms.length < minTerms ? `, ${span.isTied ? 'and no' : 'more than any other'} ${span.interval}${span.isTied ? ' had more' : ''}` : `. Titles from then mention ${terms.join(' and ')} more than others do`}.`,
    part: 'story',
    claims: [
      { ...claim({ numbers: [most] }), names: isLow ? [] : [when, ...terms] },
      { ...claim({ numbers: [all], evidence: allDocuments }), names: [] },
    ],
  }
}

/** The highest bar of a chart that heads its report: what it was about, unless the title says so (`isTitled`), and how high it is; after a title on a single text (`isSingle`) only that. Null when it is too little to notice. */
export function busiestLeadStatement(
  span: BusiestPeriod,
  {
    isEventful = true,
    isSingle = false,
    isTitled = false,
  }: { isEventful?: boolean; isSingle?: boolean; isTitled?: boolean } = {},
): StatementDraft | null {
  if (span.documents < supportThresholds.busiest.min) return null
  const { when } = busiestPeriodWords(span)
  const { published, claim, subject } = countedBar(span, when)
  const time = timeOf(span)
  // the title names the month
  const isMonthSaid = span.interval === 'month' && !isTitled
  const begin = `There were ${published.text} ${isMonthSaid && !isSingle ? 'that month' : time}`
  if (span.copies !== null) {
    const copied = sayCopies(span, { claim, isQuoted: false, begin })
    const [number] = copied.claim.numbers
    // the title says that it is a single text
    if (isSingle && subject.quote !== null && number !== undefined) {
      const day = formatDay(span.copies.first.publishedAt)
      return {
        text: `There were ${number.text} copies of ${subject.words} ${span.interval === 'month' ? 'that month' : time}, the earliest from ${subject.outlet} on ${day}.`,
        part: 'story',
        claims: [{ ...copied.claim, names: [...copied.claim.names, day] }],
      }
    }
    return { text: copied.text, part: 'story', claims: [claim({ numbers: [published] }), copied.claim] }
  }
  const what = isTitled
    ? { text: '', names: [] }
    : sayWhat(subject, { ...span, isLargest: span.isLargest ?? false, year: span.from.slice(0, 4) })
  const claims = [
    { ...claim({ numbers: [published], quote: isTitled ? null : subject.quote }), names: [when, ...what.names] },
  ]
  const more = span.isTied
    ? `and no ${span.interval} had more`
    : `more than ${span.interval === 'day' ? 'on' : 'in'} any other${isMonthSaid ? '' : ` ${span.interval}`}`
  const noEvent =
    what.text === '' && !isTitled && span.terms.length === 0 && !isEventful ? ' No single event stands out.' : ''
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
    names: [when, ...(subject.outlet === '' ? [] : [subject.outlet])],
    documentIds: quote === null ? [] : [quote.documentId],
    formula: 'match',
    numbers,
    evidence: shown,
    quote,
  })
  return { published, claim, subject }
}

function textNoun(title: string | undefined, noun: PieceNoun): string {
  return title !== undefined && noun === 'articles' && isDigest(title) ? 'news digest' : singularNoun(noun)
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
  const one = textNoun(copies?.first.title, noun)
  const year = from.slice(0, 4)
  const day = subject.day.startsWith(year) ? formatDayOfYear(subject.day) : formatDay(subject.day)
  const text = isQuoted
    ? `that ${one}`
    : `a single ${one}${subject.quote === null ? '' : ` from ${day}: ${subject.words}`}`
  const documentsEvidence = evidence({ from, to, storyCluster: copies?.storyCluster ?? null })
  const copied = claim({ numbers: [number], evidence: documentsEvidence, quote: isQuoted ? null : subject.quote })
  const part =
    count === documents ? 'all copies' : isMost ? `but ${number.text} were copies` : `${number.text} of them copies`
  return {
    text: `${begin}, ${part} of ${text}.`,
    claim: isQuoted ? copied : { ...copied, names: [...copied.names, day] },
  }
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
  const { when } = busiestPeriodWords(span)
  const { published, claim } = countedBar(span, when)
  const [most, all] = [
    plainNumber({ ...published, noun: null }),
    plainNumber({
      pointer: '/counts/documents',
      value: topicDocuments,
      unit: 'documents',
      n: topicDocuments,
      noun: null,
    }),
  ]
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

/** The time of a bar, as a sentence names it. */
function timeOf(span: BusiestPeriod): string {
  const { interval } = span
  const { when } = busiestPeriodWords(span)
  return interval === 'week' ? `in the week from ${when}` : interval === 'day' ? `on ${when}` : `in ${when}`
}

/** The headline finding above a chart whose events are too small for its title: what its highest bar tells, or when it was. */
export function busiestTitle(
  { from, to, interval, headline, headlineScore = 0 }: BusiestPeriod,
  { topic, name = topic }: { topic: string; name?: string },
): StatementDraft {
  const told = headlineTitle(headline, { score: headlineScore, topic: name })
  if (told !== null) return told
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
