import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { support } from '../support.ts'

/** A smaller share is usual for the largest outlet of any topic. */
const minPercent = 25

/** The outlet that alone carries a large part of the topic. Null when none does, or too little was published. */
export function carrierStatement(
  outlets: readonly { name: string; documents: number }[],
  documents: number,
): StatementDraft | null {
  const largest = outlets.reduce((most, one) => (one.documents > most.documents ? one : most), {
    name: '',
    documents: 0,
  })
  const percent = (100 * largest.documents) / documents
  if (documents < support.carrier.told || percent < minPercent || outlets.length < 2) return null
  const part = claimNumber({ value: percent, unit: 'percent', subject: 'of all documents', n: documents })
  return {
    text: `${part.text} are from ${largest.name}.`,
    part: 'story',
    claims: [
      {
        kind: 'share',
        status: 'supported',
        reason: 'Every matching document of the outlet was counted.',
        numbers: [part],
        names: [largest.name],
        quote: null,
        evidence: evidence({ outlet: largest.name }),
        documentIds: [],
        formula: 'match',
      },
    ],
  }
}
