import { nameSubject } from './event-statements.ts'
import type { QuotedDocument } from './story-statements.ts'
import { addDays } from '../../series/daily-series.ts'
import { allDocuments, type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { formatDay, formatMonth } from '../sentence-words.ts'
import { claimStatus, supportThresholds } from '../support.ts'

/** A count and its days. */
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
  /** Null for a sample, which cannot show them. */
  storyClusters: number | null
  outlets: number
}

/** How much was published: documents, their stories, and their outlets. Null when there are none. */
export function volumeStatement(facts: VolumeFacts): StatementDraft | null {
  const { documents, sampledDocuments, isSampled, storyClusters, outlets, laterDocuments, scope = '' } = facts
  if (documents === 0) return null
  const [first, last] = [formatDay(facts.firstDay), formatDay(facts.lastDay)]
  const claim = (number: ClaimNumber, formula: string): NewClaim => ({
    kind: 'count',
    status: 'supported',
    reason: isSampled
      ? 'Counted in a sample of the documents; the interval says how far the whole may be.'
      : 'Every matching document was counted.',
    numbers: [number],
    names: [facts.topic, ...namesIn(scope), first, last],
    quote: null,
    evidence: allDocuments,
    documentIds: [],
    formula,
  })
  const number = claimNumber({
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
  const details: string[] = []
  if (storyClusters !== null) {
    const stories = claimNumber({
      pointer: '/counts/storyClusters',
      value: storyClusters,
      unit: 'stories',
      n: sampledDocuments,
    })
    counted.push(claim(stories, 'story-clusters'))
    details.push(stories.text)
  }
  if (!isSampled) {
    const from = claimNumber({ pointer: '/counts/outlets', value: outlets, unit: 'outlets', n: sampledDocuments })
    counted.push(claim(from, 'match'))
    details.push(from.text)
  }
  const verb = documents === 1 ? 'mentions' : 'mention'
  const detailText = details.length === 0 ? '' : `: ${details.join(' in ')}`
  return {
    text: `${sentenceCase(number.text)}${scope} ${verb} ${facts.topic}${describeCountedDays(facts)}${detailText}.`,
    claims: counted,
  }
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
  const number = claimNumber({
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
  stories: number
  /** What its stories are about. */
  headline: QuotedDocument | null
  terms: readonly string[]
  /** Its position in the report. */
  pointer: string
}

/**
 * When most was published, for a reader who is shown another time as outstanding but sees a higher bar on the chart. Null when it is too little to
 * notice.
 */
export function busiestPeriodStatement(span: BusiestPeriod): StatementDraft | null {
  const { interval, from, to, documents, stories, pointer } = span
  if (documents < supportThresholds.busiest.min) return null
  const when = interval === 'month' ? formatMonth(from) : formatDay(from)
  const period = interval === 'month' ? `in ${when}` : interval === 'week' ? `in the week of ${when}` : `on ${when}`
  const published = claimNumber({
    pointer: `${pointer}/documents`,
    value: documents,
    unit: 'documents',
    n: documents,
  })
  const storiesNumber = claimNumber({
    pointer: `${pointer}/storyClusters`,
    value: stories,
    unit: 'stories',
    n: documents,
  })
  const hasCopies = stories < documents
  const subject = nameSubject(span)
  return {
    text: `Most was published ${period}: ${published.text}${hasCopies ? `, which tell ${storiesNumber.text}` : ''}.${subject.text}`,
    part: 'story',
    claims: [
      {
        kind: 'count',
        status: claimStatus(documents, supportThresholds.busiest),
        reason: 'Every matching document was counted; copies of one text tell one story.',
        numbers: hasCopies ? [published, storiesNumber] : [published],
        names: [when, ...subject.names],
        quote: subject.quote,
        evidence: evidence({ from, to }),
        documentIds: subject.quote === null ? [] : [subject.quote.documentId],
        formula: 'match',
      },
    ],
  }
}

/** States that nothing stands out of a series that could have shown it. Null when the series is too small for that. */
export function noChangeStatement(documents: number): StatementDraft | null {
  if (documents < supportThresholds.lastingLevel.min) return null
  return {
    text: 'No event stands out, and its level has not changed for good.',
    part: 'story',
    claims: [
      {
        kind: 'change',
        status: 'supported',
        reason:
          'All covered days were searched for events and for lasting changes of level; chance explains what there is.',
        numbers: [],
        names: [],
        quote: null,
        evidence: evidence({}),
        documentIds: [],
        formula: 'events',
      },
    ],
  }
}
