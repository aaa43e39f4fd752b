import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayList } from '../say.ts'

export interface ReportedContext {
  term: string
  lift: number
  liftLow: number
  liftHigh: number
  documents: number
  /** Where the lift stands in the report. */
  pointer: string
}

const maxContexts = 3
/** Bounds further apart say that it is more often, and not how much: a term that stands nowhere else has such. */
const widest = 20

/** What comes up together with the topic more than chance. Hand in those that are significant, strongest first. */
export function contextsStatement(contexts: readonly ReportedContext[]): StatementDraft | null {
  if (contexts.length === 0) return null
  const sure = contexts.filter(({ liftLow, liftHigh }) => liftHigh <= widest * liftLow)
  const told = (sure.length > 0 ? sure : contexts)
    .slice(0, maxContexts)
    .map(({ term, lift, liftLow, liftHigh, documents, pointer }) => ({
      term,
      number: claimNumber({
        pointer,
        subject: `“${term}”`,
        value: lift,
        low: liftLow,
        high: liftHigh,
        n: documents,
        unit: 'ratio',
      }),
    }))
  return {
    text: `Mentioned along with it, compared with everything else in the library: ${sayList(told.map(({ number }) => number.text))} as often.`,
    claims: told.map(({ term, number }) => ({
      kind: 'comparison',
      status: 'supported',
      reason: 'It holds at 5 % after a correction for all terms that were compared.',
      numbers: [number],
      names: [`“${term}”`],
      quote: null,
      evidence: evidence({ context: term }),
      documentIds: [],
      formula: 'contexts',
    })),
  }
}
