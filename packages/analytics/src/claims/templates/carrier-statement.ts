import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { support } from '../support.ts'

/** A smaller part is what any topic has of its largest outlet. */
const leastPercent = 25

/** Which outlet carries a large part of the topic alone. Null when none does, or too little was published to say. */
export function carrierStatement(
  outlets: readonly { name: string; documents: number }[],
  documents: number,
): StatementDraft | null {
  const largest = outlets.reduce((most, one) => (one.documents > most.documents ? one : most), {
    name: '',
    documents: 0,
  })
  const percent = (100 * largest.documents) / documents
  if (documents < support.carrier.told || percent < leastPercent || outlets.length < 2) return null
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
