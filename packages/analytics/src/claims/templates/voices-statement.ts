import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayList } from '../say.ts'

export interface HeardOutlet {
  name: string
  documents: number
  /** Where the count stands in the report. */
  pointer: string
}

const maxVoices = 3

/**
 * Which outlets the report's voices rank first, each with what it published. Counts of a sample are left out: what one
 * outlet published cannot be told from an eighth of it. Null when there are none.
 */
export function voicesStatement(outlets: readonly HeardOutlet[], isSampled: boolean): StatementDraft | null {
  if (isSampled || outlets.length === 0) return null
  const told = outlets.slice(0, maxVoices).map(({ name, documents, pointer }) => ({
    name,
    number: claimNumber({ pointer, subject: name, value: documents, unit: 'documents', n: documents }),
  }))
  const verb = told.length === 1 ? 'The outlet that ranks highest is' : 'The outlets that rank highest are'
  return {
    text: `${verb} ${sayList(told.map(({ number }) => number.text))}.`,
    claims: told.map(({ name, number }) => ({
      kind: 'count',
      status: 'supported',
      reason: 'Every matching document of the outlet was counted.',
      numbers: [number],
      names: [name],
      quote: null,
      evidence: evidence({ outlet: name }),
      documentIds: [],
      formula: 'match',
    })),
  }
}
