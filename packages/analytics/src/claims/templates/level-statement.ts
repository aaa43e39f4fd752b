import { tellRatio } from '../../series/telling-ratio.ts'
import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay } from '../say.ts'
import { support } from '../support.ts'

/** A lasting change of level. */
export interface ReportedShift {
  day: string
  change: { value: number; low: number; high: number; n: number }
  /** Where the ratio stands in the report. */
  pointer: string
}

/** The level that holds since the last lasting change. Null when it rests on little, or its bounds say nothing. */
export function levelStatement({ day, change, pointer }: ReportedShift): StatementDraft | null {
  const told = tellRatio(change, support.lastingLevel.told)
  if (told === null) return null
  const ratio = claimNumber({ pointer, unit: 'ratio', ...told })
  return {
    text: `Since ${sayDay(day)} it has stood at ${ratio.text} the level before.`,
    part: 'story',
    claims: [
      {
        kind: 'change',
        status: 'supported',
        reason: 'Both levels were counted, and chance explains such a change in at most one of twenty.',
        numbers: [ratio],
        names: [sayDay(day)],
        quote: null,
        evidence: evidence({ from: day }),
        documentIds: [],
        formula: 'inflection-points',
      },
    ],
  }
}
