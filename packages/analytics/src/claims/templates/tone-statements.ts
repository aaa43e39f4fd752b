import { wilsonInterval } from '../../series/interval.ts'
import { allDocuments, type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { claimNumber, type PieceNoun, plainNumber } from '../render-number.ts'
import { claimStatus, supportThresholds } from '../support.ts'

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
