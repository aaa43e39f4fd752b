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
  /** Stories about the topic that contain it: copies of a text count once. */
  stories: number
  /** Position of the lift in the report. */
  pointer: string
}

const maxContexts = 3

/**
 * What comes up together with the topic more than chance. Pass significant contexts only, strongest first. Null when none has enough stories and
 * bounds that are narrow enough (`tellRatio`).
 */
export function contextsStatement(contexts: readonly ReportedContext[]): StatementDraft | null {
  const shownContexts = contexts
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
  if (shownContexts.length === 0) return null
  return {
    text: `Compared with the rest of the library, stories about it mention ${sayList(shownContexts.map(({ number }) => number.text))} as often.`,
    claims: shownContexts.map(({ term, number }) => ({
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
