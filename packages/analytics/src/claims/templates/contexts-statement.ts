import { tellRatio } from '../../series/telling-ratio.ts'
import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayList } from '../say.ts'
import { statusOf, support } from '../support.ts'

export interface ReportedContext {
  term: string
  lift: number
  liftLow: number
  liftHigh: number
  /** Stories about the topic that hold it: copies of a text count once. */
  stories: number
  /** Where the lift stands in the report. */
  pointer: string
}

const maxContexts = 3

/**
 * What comes up together with the topic more than chance. Hand in those that are significant, strongest first. Null when none rests on
 * enough stories with bounds that can be told (`tellRatio`).
 */
export function contextsStatement(contexts: readonly ReportedContext[]): StatementDraft | null {
  const told = contexts
    .filter(
      ({ lift, liftLow, liftHigh, stories }) =>
        tellRatio({ value: lift, low: liftLow, high: liftHigh, n: stories }, support.contexts.told) !== null,
    )
    .slice(0, maxContexts)
    .map(({ term, lift, liftLow, liftHigh, stories, pointer }) => ({
      term,
      number: claimNumber({
        pointer,
        subject: `“${term}”`,
        value: lift,
        low: liftLow,
        high: liftHigh,
        n: stories,
        unit: 'ratio',
      }),
    }))
  if (told.length === 0) return null
  return {
    text: `Compared with the rest of the library, stories about it mention ${sayList(told.map(({ number }) => number.text))} as often.`,
    claims: told.map(({ term, number }) => ({
      kind: 'comparison',
      status: statusOf(number.n ?? 0, support.contexts),
      reason: 'It holds at 5 % after a correction for all terms that were compared; copies of a text count once.',
      numbers: [number],
      names: [`“${term}”`],
      quote: null,
      evidence: evidence({ context: term }),
      documentIds: [],
      formula: 'contexts',
    })),
  }
}
