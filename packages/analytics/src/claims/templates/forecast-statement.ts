import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay } from '../say.ts'

export interface ForecastFacts {
  /** Days that the forecast covers, first and last. */
  firstDay: string
  lastDay: string
  /** Expected documents over these days, with the bounds of its 95 % band. */
  documents: { value: number; low: number; high: number }
  /** Position of the expectation in the report; null when it is not there. */
  pointer: string | null
}

/** The expected number of documents. It stays unchecked until its days have come. */
export function forecastStatement({ firstDay, lastDay, documents, pointer }: ForecastFacts): StatementDraft {
  const number = claimNumber({ pointer, unit: 'documents', ...documents })
  return {
    text: `From ${sayDay(firstDay)} to ${sayDay(lastDay)}, ${number.text} are expected.`,
    claims: [
      {
        kind: 'forecast',
        status: 'unchecked',
        reason: 'Nobody can check it before its days have come.',
        numbers: [number],
        names: [sayDay(firstDay), sayDay(lastDay)],
        quote: null,
        evidence: evidence({}),
        documentIds: [],
        formula: 'forecast',
      },
    ],
  }
}
