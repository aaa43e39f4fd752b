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
  mean: { value: number; low: number; high: number; n: number } | null
  /** Part of the documents that was read: 1, or less when a sample was. */
  sampleFraction: number
  /** Tone of documents proper and of chatter, where both are there. */
  groups: { documents: ToneShares; chatter: ToneShares } | null
}

/** Fewer documents of known tone are counted, but are little to speak of. */
const fewDocuments = 20

/** How the tone is spread over the documents whose tone could be told, and what the mean is. */
export function toneStatement({ counts, mean, sampleFraction }: ToneFacts): StatementDraft | null {
  const known = knownOf(counts)
  if (known === 0) return null
  const status = known * sampleFraction < fewDocuments ? 'weak' : 'supported'
  const isSampled = sampleFraction < 1
  const base: Omit<NewClaim, 'numbers' | 'evidence' | 'kind'> = {
    status,
    reason:
      status === 'weak'
        ? 'The tone of few documents could be told.'
        : `Counted over all documents whose tone could be told${isSampled ? ' in the sample' : ''}; single documents may be judged wrongly.`,
    names: [],
    quote: null,
    documentIds: [],
    formula: 'tone',
  }
  const all = claimNumber({ value: known, unit: 'documents', n: Math.round(known * sampleFraction) })
  const share = (label: 'positive' | 'negative') => shareOf(label, counts, sampleFraction)
  const [positive, negative] = [share('positive'), share('negative')]
  const claims: NewClaim[] = [
    { ...base, kind: 'share', numbers: [all, positive], evidence: evidence({ tone: 'positive' }) },
    { ...base, kind: 'share', numbers: [negative], evidence: evidence({ tone: 'negative' }) },
  ]
  let tail = ''
  if (mean !== null) {
    const average = claimNumber({ pointer: '/tone/mean/value', unit: 'score', ...mean })
    claims.push({ ...base, kind: 'share', numbers: [average], evidence: allDocuments })
    tail = `; the mean is ${average.text}${lean(mean)}`
  }
  return { text: `Of ${all.text} whose tone could be told: ${positive.text} and ${negative.text}${tail}.`, claims }
}

/** Where documents proper and chatter are negative to parts that differ for certain: their intervals have nothing in common. */
export function toneComparison({ groups, sampleFraction }: ToneFacts): StatementDraft | null {
  if (groups === null || knownOf(groups.documents) === 0 || knownOf(groups.chatter) === 0) return null
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
