import { wilsonInterval } from '../../series/interval.ts'
import { allDocuments, type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'

export interface ToneShares {
  positive: number
  neutral: number
  negative: number
  unknown: number
}

export interface ToneFacts {
  counts: ToneShares
  /** Stories of known tone, of what was read: shares are of these, since copies of a text are one opinion. */
  stories: Omit<ToneShares, 'unknown'>
  mean: { value: number; low: number; high: number; n: number } | null
  /** Part of the documents that was read: 1, or less when a sample was. */
  sampleFraction: number
  /** Tone of documents proper and of chatter, where both are there. */
  groups: { documents: ToneShares; chatter: ToneShares } | null
}

/** Fewer documents of known tone are counted, but are little to speak of. */
const fewDocuments = 20

/**
 * Of how many documents the tone could be told, and which part of their stories is on the side that more are on; the other side is
 * its opposite and is not told beside it. Null where no story has a tone.
 */
export function toneStatement({ counts, stories, mean, sampleFraction }: ToneFacts): StatementDraft | null {
  const known = knownOf(counts)
  const storiesKnown = stories.positive + stories.neutral + stories.negative
  if (known === 0 || storiesKnown === 0) return null
  const status = storiesKnown < fewDocuments ? 'weak' : 'supported'
  const base: Omit<NewClaim, 'numbers' | 'evidence' | 'kind'> = {
    status,
    reason:
      status === 'weak'
        ? 'The tone of few stories could be told.'
        : `Counted over all stories whose tone could be told${sampleFraction < 1 ? ' in the sample' : ''}; single documents may be judged wrongly.`,
    names: [],
    quote: null,
    documentIds: [],
    formula: 'tone',
  }
  const all = claimNumber({ value: known, unit: 'documents', n: Math.round(known * sampleFraction) })
  const told = claimNumber({ value: (100 * known) / (known + counts.unknown), unit: 'percent', subject: 'of them all' })
  const of = claimNumber({ value: storiesKnown, unit: 'stories' })
  const side = stories.negative > stories.positive ? 'negative' : 'positive'
  const share = shareOf(side, { ...stories, unknown: 0 }, 1)
  const claims: NewClaim[] = [
    { ...base, kind: 'share', numbers: [all, told], evidence: allDocuments },
    { ...base, kind: 'share', numbers: [of, share], evidence: evidence({ tone: side }) },
  ]
  let tail = ''
  if (mean !== null) {
    const average = claimNumber({ pointer: '/tone/mean/value', unit: 'score', ...mean })
    claims.push({ ...base, kind: 'share', numbers: [average], evidence: allDocuments })
    tail = `; the mean is ${average.text}${lean(mean)}`
  }
  return {
    text: `The tone of ${all.text}, ${told.text}, could be told: of their ${of.text}, ${share.text}${tail}.`,
    claims,
  }
}

/** Where documents proper and chatter are negative to parts that differ for certain: their intervals have nothing in common. */
export function toneComparison({
  groups,
  counts,
  stories,
  sampleFraction: documentFraction,
}: ToneFacts): StatementDraft | null {
  if (groups === null || knownOf(groups.documents) === 0 || knownOf(groups.chatter) === 0) return null
  // Groups are counted by document; a story has as many copies in each as it has overall
  const sampleFraction = Math.min(
    documentFraction,
    (stories.positive + stories.neutral + stories.negative) / knownOf(counts),
  )
  const documents = shareOf('negative', groups.documents, sampleFraction, 'negative in documents')
  const chatter = shareOf('negative', groups.chatter, sampleFraction, 'negative in chatter')
  const isMoreInChatter = (chatter.low ?? 0) > (documents.high ?? 1)
  if (!isMoreInChatter && (documents.low ?? 0) <= (chatter.high ?? 1)) return null
  const [higher, lower] = isMoreInChatter ? [chatter, documents] : [documents, chatter]
  return {
    text: `The tone differs with who speaks: ${higher.text}, against ${lower.text}.`,
    claims: [
      {
        kind: 'comparison',
        status: Math.min(higher.n ?? 0, lower.n ?? 0) < fewDocuments ? 'weak' : 'supported',
        reason: 'The two intervals have nothing in common.',
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
  sampleFraction: number,
  subject: string = label,
): ClaimNumber {
  const n = Math.round(knownOf(counts) * sampleFraction)
  const bounds = wilsonInterval(Math.round(counts[label] * sampleFraction), n)
  return claimNumber({
    value: (100 * counts[label]) / knownOf(counts),
    low: bounds === null ? null : 100 * bounds.low,
    high: bounds === null ? null : 100 * bounds.high,
    n,
    unit: 'percent',
    subject,
  })
}

function lean({ low, high }: { low: number; high: number }): string {
  if (low > 0) return ', which leans to the positive side'
  if (high < 0) return ', which leans to the negative side'
  return ', which leans to no side'
}

function knownOf({ positive, neutral, negative }: ToneShares): number {
  return positive + neutral + negative
}
