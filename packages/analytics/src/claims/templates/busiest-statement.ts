import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay, sayMonth } from '../say.ts'
import { statusOf, support } from '../support.ts'

/** The highest bar of a chart: its days, both inclusive, its documents, and their stories. */
export interface BusiestSpan {
  interval: 'day' | 'week' | 'month'
  from: string
  to: string
  documents: number
  stories: number
  /** Its position in the report. */
  pointer: string
}

/**
 * When most was published, for a reader who is shown another time as outstanding but sees a higher bar on the chart. Null when it is too little to
 * notice.
 */
export function busiestStatement(span: BusiestSpan): StatementDraft | null {
  const { interval, from, to, documents, stories, pointer } = span
  if (documents < support.busiest.told) return null
  const when = interval === 'month' ? sayMonth(from) : sayDay(from)
  const place = interval === 'month' ? `in ${when}` : interval === 'week' ? `in the week of ${when}` : `on ${when}`
  const published = claimNumber({
    pointer: `${pointer}/documents`,
    value: documents,
    unit: 'documents',
    n: documents,
  })
  const storiesNumber = claimNumber({
    pointer: `${pointer}/storyClusters`,
    value: stories,
    unit: 'stories',
    n: documents,
  })
  const hasCopies = stories < documents
  return {
    text: `Most was published ${place}: ${published.text}${hasCopies ? `, which tell ${storiesNumber.text}` : ''}.`,
    part: 'story',
    claims: [
      {
        kind: 'count',
        status: statusOf(documents, support.busiest),
        reason: 'Every matching document was counted; copies of one text tell one story.',
        numbers: hasCopies ? [published, storiesNumber] : [published],
        names: [when],
        quote: null,
        evidence: evidence({ from, to }),
        documentIds: [],
        formula: 'match',
      },
    ],
  }
}
