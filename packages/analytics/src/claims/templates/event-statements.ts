import { isQuotableHeadline } from '../../events/headline-style.ts'
import { tellRatio } from '../../series/telling-ratio.ts'
import { evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay, sayDays } from '../say.ts'
import { statusOf, support } from '../support.ts'
import { toQuotation } from '../to-quotation.ts'
import { findQuote, type QuotedDocument } from './quote-statement.ts'

/** A stretch of days with more stories than usual, and whose title tells it. */
export interface ReportedEvent {
  onset: string
  peak: string
  /** Null when it had not ended by the last covered day. */
  until: string | null
  /** Stories of these days, copies folded. */
  stories: number
  /** Stories that those days would have had, and how many more they had with 95 % bounds. */
  expected: number
  excess: { low: number; high: number }
  headline: QuotedDocument | null
  /** Where it stands in the report. */
  pointer: string
}

/** Where less was usual, nobody would say how many times that something is. */
const leastExpected = 1

/** What a report says of its greatest event: that most was said then, or only that it stands out most against its days. */
export type EventRank = 'peak' | 'outstanding'

/** The finding that heads the chart: when most was said, or what stands out. */
export function peakTitle(event: ReportedEvent, topic: string, rank: EventRank): StatementDraft {
  const day = sayDay(event.peak)
  return {
    text: `Talk of ${topic} ${rank === 'peak' ? 'peaked' : 'stood out most'} around ${day}`,
    part: 'title',
    claims: [{ ...claimOf(event), names: [topic, day], numbers: [], documentIds: [] }],
  }
}

/**
 * How much was said in an event, against what was usual, and under which headline, if that can be quoted: of the greatest one its rank, of others whether they came
 * before or after the greatest.
 */
export function eventStatement(event: ReportedEvent, place: EventRank | { greatest: ReportedEvent }): StatementDraft {
  const { onset, peak, until, stories, expected, excess, headline } = event
  const counted = claimNumber({
    pointer: `${event.pointer}/stories`,
    value: stories,
    unit: 'stories',
    n: stories,
  })
  const [least, most] = [stories - excess.low, stories - excess.high]
  const ratio = tellRatio({
    value: stories / expected,
    low: stories / least,
    high: most > 0 ? stories / most : Infinity,
    n: stories,
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
            unit: 'stories',
          })
        : claimNumber({ ...ratio, unit: 'ratio' })
  const days = until === null || until === onset ? sayDay(onset) : sayDays(onset, until)
  const when = until === null ? `since ${days}` : until === onset ? `on ${days}` : `from ${days}`
  const usual =
    against === null
      ? '; next to none would be usual'
      : against.unit === 'ratio'
        ? `, ${against.text} as many as usual`
        : `; ${against.text} would be usual`
  const whole = withoutSite(withoutBrackets(headline?.title ?? ''), headline?.outlet ?? '')
  const title = shorten(whole)
  const quote = headline === null || !isQuotableHeadline(title) ? null : findQuote(title, { ...headline, body: null })
  const told =
    headline === null || quote === null
      ? ''
      : ` Its headline${title === whole ? '' : ' begins'}: ${toQuotation(title)} (${headline.outlet}).`
  // what has not ended by the last covered day goes on
  const [one, many] = until === null ? ['has been', 'have been'] : ['was', 'were']
  const rose = place === 'peak' ? 'It peaked' : 'It stood out most'
  const lead =
    typeof place === 'object'
      ? `${peak < place.greatest.peak ? 'Before that' : 'Later'}, ${when},`
      : until === onset
        ? `${rose} on ${days}:`
        : `${rose} around ${sayDay(peak)}: ${when}`
  return {
    text: `${lead} there ${stories === 1 ? one : many} ${counted.text}${usual}.${told}`,
    part: 'story',
    claims: [
      {
        ...claimOf(event),
        numbers: [counted, ...(against === null ? [] : [against])],
        names: [
          days,
          ...(typeof place === 'object' ? [] : [sayDay(peak)]),
          ...(headline === null ? [] : [headline.outlet]),
        ],
        quote,
      },
    ],
  }
}

/** Forums write beside a title where it was posted before: "[crosspost from r/meego]". What is quoted is the rest. */
function withoutBrackets(title: string): string {
  return (
    title
      .replace(/^(?:\s*\[[^\]]*\])+/u, '')
      .replace(/(?:\[[^\]]*\]\s*)+$/u, '')
      .trim() || title.trim()
  )
}

/** Longer titles of forums are whole posts; three lines beside the chart hold so much. */
const longestTitle = 140
const firstSentence = /^.{20,}?[.!?](?=\s)/su

/** The first sentences of a title that fit, or its first words. What is quoted still stands in the document word for word. */
function shorten(title: string): string {
  if (title.length <= longestTitle) return title
  const cut = title.slice(0, longestTitle)
  return firstSentence.exec(cut)?.[0] ?? cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s,;:–-]+$/u, '')
}

const lastPart = /\s[-–|]\s([^-–|]+)$/u
const leastSite = 3

/** Sites end a title with their own name, "… - News - capecodtimes. com", which stands behind the quotation anyway. */
function withoutSite(title: string, outlet: string): string {
  const [part] = lastPart.exec(title)?.slice(1) ?? []
  if (part === undefined) return title
  const [name, site] = [part, outlet].map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  const isSite = name === 'news' || ((name ?? '').length >= leastSite && (site ?? '').includes(name ?? ''))
  return isSite ? withoutSite(title.replace(lastPart, ''), outlet) : title
}

function claimOf({ onset, until, stories, headline }: ReportedEvent): Omit<NewClaim, 'numbers' | 'names'> {
  const status = statusOf(stories, support.event)
  return {
    kind: 'change',
    status,
    reason:
      status === 'weak'
        ? 'Few stories were told in these days.'
        : 'Chance alone shows a rise like this in at most one of twenty topics; the headline is the title that says most of what is special to these days.',
    quote: null,
    evidence: evidence({ from: onset, to: until }),
    documentIds: headline === null ? [] : [headline.id],
    formula: 'events',
  }
}
