import { evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { toQuotation } from '../mask-text.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay } from '../say.ts'
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

/** Fewer documents are counted, but are little to speak of. */
const fewDocuments = 20
/** Where less was usual, nobody would say how many times that something is. */
const leastExpected = 1
/** Bounds further apart say that it is more, and not how much. */
const widest = 10

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
 * How much was said in an event, against what was usual, and under which headline: of the greatest one that it was the peak, of others when they
 * began.
 */
export function eventStatement(event: ReportedEvent, { isPeak }: { isPeak: boolean }): StatementDraft {
  const { onset, peak, until, documents, expected, excess, headline } = event
  const counted = claimNumber({
    pointer: `${event.pointer}/documents`,
    value: documents,
    unit: 'documents',
    n: documents,
  })
  const [least, most] = [documents - excess.low, documents - excess.high]
  const isTold = expected >= leastExpected && most > 0 && least <= widest * most
  const times = isTold
    ? claimNumber({
        value: documents / expected,
        low: documents / least,
        high: documents / most,
        n: documents,
        unit: 'ratio',
      })
    : null
  const [begin, top, end] = [sayDay(onset), sayDay(peak), until === null ? null : sayDay(until)]
  const when = end === null ? `since ${begin}` : begin === end ? `on ${begin}` : `from ${begin} to ${end}`
  const usual = times === null ? 'where hardly any were usual' : `${times.text} as many as usual`
  const title = headline?.title.trim() ?? ''
  const quote = headline === null ? null : findQuote(title, { ...headline, body: null })
  const told = headline === null || quote === null ? '' : `, when ${headline.outlet} wrote ${toQuotation(title)}`
  const lead = isPeak ? `It peaked around ${top}: there were` : 'It also rose: there were'
  return {
    text: `${lead} ${counted.text} ${when}, ${usual}${told}.`,
    part: 'story',
    claims: [
      {
        ...claimOf(event),
        numbers: [counted, ...(times === null ? [] : [times])],
        names: [begin, top, ...(end === null ? [] : [end]), ...(headline === null ? [] : [headline.outlet])],
        quote,
      },
    ],
  }
}

function claimOf({ onset, until, documents, headline }: ReportedEvent): Omit<NewClaim, 'numbers' | 'names'> {
  const isFew = documents < fewDocuments
  return {
    kind: 'change',
    status: isFew ? 'weak' : 'supported',
    reason: isFew
      ? 'Few documents were published in these days.'
      : 'Chance alone shows a rise like this in at most one of twenty topics; the headline is the title that says most of what is special to these days.',
    quote: null,
    evidence: evidence({ from: onset, to: until }),
    documentIds: headline === null ? [] : [headline.id],
    formula: 'events',
  }
}
