import { allDocuments } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'

/** Where the signal stands in its life. Null when that cannot be told. */
export function stageStatement({
  stage,
  isFew,
}: {
  stage: string | null
  /** Whether the windows that decide hold few documents. */
  isFew: boolean
}): StatementDraft | null {
  if (stage === null) return null
  return {
    text: `By the rule for stages it is ${stage}.`,
    claims: [
      {
        kind: 'change',
        status: isFew ? 'weak' : 'supported',
        reason: isFew
          ? 'The rule was applied to few documents.'
          : 'The rule was applied to the counted windows; it is a convention of ours.',
        numbers: [],
        names: [stage],
        quote: null,
        evidence: allDocuments,
        documentIds: [],
        formula: 'stage',
      },
    ],
  }
}
