import { addDays } from '../../series/daily-series.ts'
import { allDocuments, type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay } from '../say.ts'

export interface VolumeFacts {
  /** The topic as people typed it. */
  topic: string
  firstDay: string
  lastDay: string
  documents: number
  /** 95 % bounds of `documents`; equal to it when every document was counted. */
  documentsLow: number
  documentsHigh: number
  /** Documents that were read; fewer than `documents` when a sample was. */
  documentsRead: number
  /** Null when a sample was read, which cannot tell. */
  storyClusters: number | null
  outlets: number
  isSampled: boolean
  /** Of the documents those dated after `lastDay`. */
  laterDocuments: number
}

/** How much was published: documents, the stories they tell, the outlets that tell them. Null when there is none. */
export function volumeStatement(facts: VolumeFacts): StatementDraft | null {
  const { documents, documentsRead, isSampled, storyClusters, outlets, laterDocuments } = facts
  if (documents === 0) return null
  const [first, last] = [sayDay(facts.firstDay), sayDay(facts.lastDay)]
  const claim = (number: ClaimNumber, formula: string): NewClaim => ({
    kind: 'count',
    status: 'supported',
    reason: isSampled
      ? 'Counted in a sample of the documents; the interval says how far the whole may be.'
      : 'Every matching document was counted.',
    numbers: [number],
    names: [facts.topic, first, last],
    quote: null,
    evidence: allDocuments,
    documentIds: [],
    formula,
  })
  const number = claimNumber({
    pointer: '/counts/documents',
    value: documents,
    unit: 'documents',
    n: documentsRead,
    ...(isSampled ? { low: facts.documentsLow, high: facts.documentsHigh } : {}),
  })
  const counted = [claim(number, 'match')]
  if (laterDocuments > 0 && laterDocuments < documents && !isSampled) {
    const later = claimNumber({
      pointer: '/counts/laterDocuments',
      value: laterDocuments,
      unit: 'documents',
      n: documentsRead,
    })
    counted.push({ ...claim(later, 'match'), evidence: evidence({ from: addDays(facts.lastDay, 1) }) })
  }
  const details: string[] = []
  if (storyClusters !== null) {
    const stories = claimNumber({
      pointer: '/counts/storyClusters',
      value: storyClusters,
      unit: 'stories',
      n: documentsRead,
    })
    counted.push(claim(stories, 'story-clusters'))
    details.push(stories.text)
  }
  if (!isSampled) {
    const from = claimNumber({ pointer: '/counts/outlets', value: outlets, unit: 'outlets', n: documentsRead })
    counted.push(claim(from, 'match'))
    details.push(from.text)
  }
  const verb = documents === 1 ? 'mentions' : 'mention'
  const told = details.length === 0 ? '' : `: ${details.join(' in ')}`
  return {
    text: `${sentenceCase(number.text)} ${verb} ${facts.topic}${sayCountedDays(facts)}${told}.`,
    claims: counted,
  }
}

/** The days of what was counted, behind its number: " between 3 January 2026 and 20 November 2026". What is dated later is not told of these days. */
export function sayCountedDays({
  firstDay,
  lastDay,
  documents,
  isSampled,
  laterDocuments,
}: Pick<VolumeFacts, 'firstDay' | 'lastDay' | 'documents' | 'isSampled' | 'laterDocuments'>): string {
  const [first, last] = [sayDay(firstDay), sayDay(lastDay)]
  if (laterDocuments === 0) return firstDay === lastDay ? ` on ${first}` : ` between ${first} and ${last}`
  if (laterDocuments >= documents) return `, ${documents === 1 ? '' : 'all of them '}dated after ${last}`
  const later = isSampled ? 'some' : claimNumber({ value: laterDocuments, unit: 'documents' }).text
  return ` from ${first} on, including ${later} dated after ${last}`
}

/** The finding that heads a chart on which nothing stands out: how much there is. Null when there is none. */
export function countTitle(
  facts: Pick<VolumeFacts, 'topic' | 'documents' | 'documentsLow' | 'documentsHigh'> & { sampled: boolean },
): StatementDraft | null {
  const { topic, documents, sampled } = facts
  if (documents === 0) return null
  const bounds = sampled ? { low: facts.documentsLow, high: facts.documentsHigh } : {}
  const number = claimNumber({
    pointer: '/counts/documents',
    value: documents,
    unit: 'documents',
    n: documents,
    ...bounds,
  })
  return {
    text: `${sentenceCase(number.text)} ${documents === 1 ? 'mentions' : 'mention'} ${topic}`,
    part: 'title',
    claims: [
      {
        kind: 'count',
        status: 'supported',
        reason: sampled
          ? 'Counted in a sample of the documents; the interval says how far the whole may be.'
          : 'Every matching document was counted.',
        numbers: [number],
        names: [topic],
        quote: null,
        evidence: allDocuments,
        documentIds: [],
        formula: 'match',
      },
    ],
  }
}

/** Only the word before an estimate can begin small; the number itself stays as it is rendered. */
function sentenceCase(text: string): string {
  return text.startsWith('about ') ? `In all, ${text}` : text
}
