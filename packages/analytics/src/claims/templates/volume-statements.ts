import { allDocuments, type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, QuoteRole, StatementDraft } from '../compile-claims.ts'
import { claimNumber, type PieceNoun, plainNumber, startNumber } from '../render-number.ts'
import { capitalize, formatDay, formatDayRange, formatOutlet, joinWithAnd, toQuotation } from '../sentence-words.ts'
import { addDays } from '../../series/daily-series.ts'
import { wilsonInterval } from '../../series/interval.ts'
import { claimStatus, supportThresholds } from '../support.ts'
import { findQuote, type QuotedDocument } from './quoted-titles.ts'

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
  const [day, month, year] = formatDay(firstDay).split(' ')
  const last = formatDay(lastDay)
  if (firstDay.slice(0, 7) === lastDay.slice(0, 7)) return `${day} and ${last}`
  if (firstDay.slice(0, 4) === lastDay.slice(0, 4)) return `${day} ${month} and ${last}`
  return `${day} ${month} ${year} and ${last}`
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

export interface ToneShares {
  positive: number
  neutral: number
  negative: number
  unknown: number
}

export interface ToneFacts {
  counts: ToneShares
  /** Stories of known tone among the documents that were read: shares refer to these, because copies of a text are one opinion. */
  stories: Omit<ToneShares, 'unknown'>
  mean: { value: number; low: number; high: number; n: number } | null
  /** Share of the documents that was read: 1, or less for a sample. */
  sampleFraction: number
  /** Tone of documents proper and of chatter, where both exist. */
  groups: { documents: ToneShares; chatter: ToneShares } | null
  /** What the stories are called. */
  noun?: PieceNoun | 'documents'
}

/**
 * The share of the stories of clear tone on the majority side; the other side is its complement and is not stated. Null where too few stories have a
 * clear tone.
 */
export function toneStatement({
  counts,
  stories,
  mean,
  sampleFraction,
  noun = 'pieces',
}: ToneFacts): StatementDraft | null {
  const storiesWithTone = stories.positive + stories.neutral + stories.negative
  if (sumKnown(counts) === 0 || storiesWithTone < supportThresholds.tone.min) return null
  const status = claimStatus(storiesWithTone, supportThresholds.tone)
  const base: Omit<NewClaim, 'numbers' | 'evidence'> = {
    kind: 'share',
    status,
    reason:
      status === 'weak'
        ? 'The tone of few pieces is clear.'
        : `Counted over all pieces whose tone is clear${sampleFraction < 1 ? ' in the sample' : ''}; single documents may be judged wrongly.`,
    names: [],
    quote: null,
    documentIds: [],
    formula: 'tone',
  }
  const of = plainNumber({ value: storiesWithTone, unit: 'stories', noun })
  const side = stories.negative > stories.positive ? 'negative' : 'positive'
  const share = shareOf(side, { ...stories, unknown: 0 }, { sampleFraction: 1, subject: `are ${side}` })
  const average = mean === null ? [] : [claimNumber({ pointer: '/tone/mean/value', unit: 'score', ...mean })]
  const isMeanElsewhere = mean !== null && (side === 'positive' ? mean.low <= 0 : mean.high >= 0)
  const isMixed = (share.low ?? 0) <= half || isMeanElsewhere
  return {
    text: `${isMixed ? 'The tone is mixed. ' : ''}Of ${of.text} with a clear tone, ${share.text}.`,
    claims: [
      { ...base, numbers: average, evidence: allDocuments },
      { ...base, numbers: [of, share], evidence: evidence({ tone: side }) },
    ],
  }
}

/** Where the negative shares of documents proper and of chatter certainly differ: their intervals do not overlap. */
export function toneComparisonStatement({
  groups,
  counts,
  stories,
  sampleFraction: documentFraction,
}: ToneFacts): StatementDraft | null {
  if (groups === null) return null
  // Groups are counted by document; a story has as many copies in each as it has overall
  const sampleFraction = Math.min(
    documentFraction,
    (stories.positive + stories.neutral + stories.negative) / sumKnown(counts),
  )
  const minKnown = Math.min(sumKnown(groups.documents), sumKnown(groups.chatter)) * sampleFraction
  if (!(minKnown >= supportThresholds.toneDifference.min)) return null
  const documents = shareOf('negative', groups.documents, { sampleFraction, subject: 'of the articles' })
  const chatter = shareOf('negative', groups.chatter, { sampleFraction, subject: 'of the posts and comments' })
  const isMoreInChatter = (chatter.low ?? 0) > (documents.high ?? 1)
  if (!isMoreInChatter && (documents.low ?? 0) <= (chatter.high ?? 1)) return null
  const [higher, lower] = isMoreInChatter ? [chatter, documents] : [documents, chatter]
  return {
    text: `The tone depends on who speaks: ${higher.text} are negative, but ${lower.value === 0 ? '' : 'only '}${lower.text}.`,
    claims: [
      {
        kind: 'comparison',
        status: claimStatus(Math.min(higher.n ?? 0, lower.n ?? 0), supportThresholds.toneDifference),
        reason:
          'The two intervals have nothing in common. Articles are all that is no post, comment, question or answer.',
        numbers: [higher, lower],
        names: [],
        quote: null,
        evidence: evidence({ tone: 'negative', group: isMoreInChatter ? 'chatter' : 'documents' }),
        documentIds: [],
        formula: 'intervals',
      },
    ],
  }
}

function shareOf(
  label: 'positive' | 'negative',
  counts: ToneShares,
  { sampleFraction, subject }: { sampleFraction: number; subject: string },
): ClaimNumber {
  const n = Math.round(sumKnown(counts) * sampleFraction)
  const bounds = wilsonInterval(Math.round(counts[label] * sampleFraction), n)
  return plainNumber({
    value: (100 * counts[label]) / sumKnown(counts),
    low: bounds === null ? null : 100 * bounds.low,
    high: bounds === null ? null : 100 * bounds.high,
    n,
    unit: 'percent',
    subject,
  })
}

const half = 50

function sumKnown({ positive, neutral, negative }: ToneShares): number {
  return positive + neutral + negative
}

export interface QuoteInput {
  text: string
  /** The document it is taken from. */
  document: QuotedDocument
  /** Other documents of the same story. */
  copies: readonly { id: string; outlet: string }[]
  role: QuoteRole
}

const maxIds = 50

/** A quotation with its publisher and date. Null when the words are not in the document. */
export function quoteStatement({ text, document, copies, role }: QuoteInput): StatementDraft | null {
  const quote = findQuote(text, document)
  if (quote === null) return null
  const day = formatDay(document.publishedAt)
  const others = new Set(copies.map(({ outlet }) => outlet).filter((outlet) => outlet !== document.outlet))
  const ids = [document.id, ...copies.map(({ id }) => id)].slice(0, maxIds)
  const [outlet, noun] = [
    formatOutlet(document.outlet),
    document.kind === undefined ? undefined : pieceOfKind[document.kind],
  ]
  // a forum does not write
  const source =
    noun === undefined ? `${outlet}, ${day}` : `${noun} ${/^[a-z]\//u.test(outlet) ? 'in' : 'on'} ${outlet}, ${day}`
  const begin = role === 'contrastive' ? 'In a different tone: ' : ''
  // an outlet is written as it writes itself
  const isSentenceCase = noun !== undefined && begin === ''
  return {
    text: `${begin}${isSentenceCase ? capitalize(source) : source}: ${toQuotation(text)}`,
    role,
    claims: [
      {
        kind: 'quote',
        status: claimStatus(others.size + 1, supportThresholds.stories),
        reason:
          others.size > 0
            ? 'The words stand in the document, and other outlets carry the text; whether they are true was not checked.'
            : 'The words stand in the document; one outlet alone carries them here, and whether they are true was not checked.',
        numbers: [],
        names: [outlet, day],
        quote,
        evidence: evidence({ ids: ids.join(',') }),
        documentIds: ids,
        formula: 'summary',
      },
    ],
  }
}

/** What people wrote, where the outlet is only the place of it. */
const pieceOfKind: Partial<Record<string, string>> = {
  post: 'a post',
  comment: 'a comment',
  question: 'a question',
  answer: 'an answer',
}

/** What a reader learns of a topic that no document mentions: that there is none, and which days the library holds. */
export function emptyStatements({
  topic,
  scope,
  days,
  holdings,
}: {
  topic: string
  scope: string
  days: string
  holdings: readonly { noun: string; firstDay: string; lastDay: string }[]
}): StatementDraft[] {
  const claim: NewClaim = {
    kind: 'count',
    status: 'supported',
    reason: 'Every document was searched.',
    numbers: [],
    names: [`“${topic}”`, scope.trim(), days.trim()].filter((name) => name !== ''),
    quote: null,
    evidence: allDocuments,
    documentIds: [],
    formula: 'match',
  }
  const title = {
    text: `Nothing in this library${scope} mentions “${topic}”${days}`,
    part: 'title' as const,
    claims: [claim],
  }
  if (holdings.length === 0) return [title]
  const ranges = holdings.map(({ firstDay, lastDay }) => formatDayRange(firstDay, lastDay))
  // the archives of a kind together
  const kinds = [...Map.groupBy(holdings.keys(), (at) => holdings[at]?.noun ?? '')].map(
    ([noun, archives]) => `${noun} ${joinWithAnd([...archives].map((at) => `from ${ranges[at] ?? ''}`))}`,
  )
  const held =
    kinds.length > 1 && kinds.length < holdings.length
      ? `${kinds.slice(0, -1).join(', ')}, and ${kinds.at(-1) ?? ''}`
      : joinWithAnd(kinds)
  return [
    title,
    {
      text: `It holds ${held}.`,
      part: 'story',
      claims: [{ ...claim, names: ranges, formula: 'coverage' }],
    },
  ]
}
