import { tellRatio } from '../../series/telling-ratio.ts'
import { evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { toQuotation } from '../mask-text.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay, sayDays } from '../say.ts'
import { statusOf, support } from '../support.ts'
import { findQuote, type QuotedDocument } from './quote-statement.ts'

/** A stretch of days with more documents than usual, and whose title tells it. */
export interface ReportedEvent {
  onset: string
  peak: string
  /** Null when it had not ended by the last covered day. */
  until: string | null
  documents: number
  /** Documents that those days would have had, and how many more they had with 95 % bounds. */
  expected: number
  excess: { low: number; high: number }
  headline: QuotedDocument | null
  /** Where it stands in the report. */
  pointer: string
}

/** Where less was usual, nobody would say how many times that something is. */
const leastExpected = 1

/** The finding that heads the chart: when most was said. */
export function peakTitle(event: ReportedEvent, topic: string): StatementDraft {
  const day = sayDay(event.peak)
  return {
    text: `Talk of ${topic} peaked around ${day}`,
    part: 'title',
    claims: [{ ...claimOf(event), names: [topic, day], numbers: [], documentIds: [] }],
  }
}

/**
 * How much was said in an event, against what was usual, and under which headline: of the greatest one (`greatest` null) that it was the peak,
 * of others whether they came before or after that day.
 */
export function eventStatement(event: ReportedEvent, { greatest }: { greatest: ReportedEvent | null }): StatementDraft {
  const { onset, peak, until, documents, expected, excess, headline } = event
  const counted = claimNumber({
    pointer: `${event.pointer}/documents`,
    value: documents,
    unit: 'documents',
    n: documents,
  })
  const [least, most] = [documents - excess.low, documents - excess.high]
  const ratio = tellRatio({
    value: documents / expected,
    low: documents / least,
    high: most > 0 ? documents / most : Infinity,
    n: documents,
  })
  // where the bounds are too far apart for a ratio, the two counts are told
  const against =
    expected < leastExpected
      ? null
      : ratio === null
        ? claimNumber({
            pointer: `${event.pointer}/expected`,
            value: expected,
            low: most,
            high: least,
            unit: 'documents',
          })
        : claimNumber({ ...ratio, unit: 'ratio' })
  const days = until === null || until === onset ? sayDay(onset) : sayDays(onset, until)
  const when = until === null ? `since ${days}` : until === onset ? `on ${days}` : `from ${days}`
  const usual =
    against === null
      ? 'where hardly any were usual'
      : against.unit === 'ratio'
        ? `${against.text} as many as usual`
        : `where ${against.text} were usual`
  const title = headline?.title.trim() ?? ''
  const quote = headline === null ? null : findQuote(title, { ...headline, body: null })
  const told = headline === null || quote === null ? '' : `, when ${headline.outlet} wrote ${toQuotation(title)}`
  const lead =
    greatest !== null
      ? `${peak < greatest.peak ? 'Before that' : 'Later'}, ${when},`
      : until === onset
        ? `It peaked on ${days}:`
        : `It peaked around ${sayDay(peak)}: ${when}`
  return {
    text: `${lead} there ${documents === 1 ? 'was' : 'were'} ${counted.text}, ${usual}${told}.`,
    part: 'story',
    claims: [
      {
        ...claimOf(event),
        numbers: [counted, ...(against === null ? [] : [against])],
        names: [days, ...(greatest === null ? [sayDay(peak)] : []), ...(headline === null ? [] : [headline.outlet])],
        quote,
      },
    ],
  }
}

function claimOf({ onset, until, documents, headline }: ReportedEvent): Omit<NewClaim, 'numbers' | 'names'> {
  const status = statusOf(documents, support.event)
  return {
    kind: 'change',
    status,
    reason:
      status === 'weak'
        ? 'Few documents were published in these days.'
        : 'Chance alone shows a rise like this in at most one of twenty topics; the headline is the title that says most of what is special to these days.',
    quote: null,
    evidence: evidence({ from: onset, to: until }),
    documentIds: headline === null ? [] : [headline.id],
    formula: 'events',
  }
}
