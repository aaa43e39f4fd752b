import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { support } from '../support.ts'

/** States that nothing stands out of a series that could have shown it. Null when the series is too small for that. */
export function quietStatement(documents: number): StatementDraft | null {
  if (documents < support.lastingLevel.told) return null
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
