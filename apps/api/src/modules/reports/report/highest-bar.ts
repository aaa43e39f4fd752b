import {
  addDays,
  beginOf,
  type BusiestPeriod,
  type DailyReport,
  highestBar,
  intervalFor,
  nameSubject,
  nextOf,
  type QuotedDocument,
} from '@auspex/analytics'
import { countDays } from '@auspex/contract/days'
import type { BusiestDays, TopicEvent } from '@auspex/sdk/types'
import type { NounOf } from './lasting-level.ts'

export interface StoryVolume {
  days: DailyReport['volume']['days']
  weeks: DailyReport['volume']['weeks']
  months: DailyReport['volume']['months']
  groups: DailyReport['volume']['groups']
}

/** A reader of the chart asks what made its highest bar, unless it has fewer documents. */
const minBarDocuments = 10

/** Whether it is known what made a bar high. */
export function isExplained({ copies, headline, mostNoticed, terms }: BusiestPeriod): boolean {
  const subject = nameSubject({ headline, mostNoticed, terms })
  return copies !== null || subject.quote !== null || subject.terms !== ''
}

/** Whether the highest bar of a chart is worth a sentence. */
export function isWorthTelling({ copies, documents }: BusiestPeriod): boolean {
  return copies !== null || documents >= minBarDocuments
}

/** The highest bar of the chart. */
export function busiestOf(
  { days, weeks, months }: StoryVolume,
  told: BusiestDays | null,
  nounOf: NounOf,
): BusiestPeriod | null {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return null
  const interval = intervalFor(countDays(first, last))
  const begins = [...new Set(days.map(({ day }) => beginOf(day, interval)))]
  const begin = highestBar(days, interval, ({ documents }) => documents)
  if (begin === '') return null // a period without publications
  const next = nextOf(begin, interval)
  const within = days.filter(({ day }) => begin <= day && day < next)
  const stories =
    interval === 'day'
      ? within[0]?.storyClusters
      : (interval === 'week' ? weeks : months).find(({ firstDay }) => firstDay === begin)?.clusters
  if (stories == null) return null
  const from = begin > first ? begin : first
  const to = next > last ? last : addDays(next, -1)
  const isTold = told?.firstDay === from
  const copies = (isTold && told.copies) || null
  return {
    interval,
    from,
    to,
    noun: nounOf(from, to),
    headline: isTold && told.headline !== null ? toQuoted(told.headline) : null,
    mostNoticed: isTold && told.mostNoticed ? toQuoted(told.mostNoticed) : null,
    terms: isTold ? told.terms : [],
    copies: copies && { ...copies, first: toQuoted(copies.first) },
    documents: within.reduce((sum, day) => sum + day.documents, 0),
    stories,
    pointer: `/volume/points/${begins.indexOf(begin)}`,
  }
}

export function toQuoted({ documentId, ...document }: NonNullable<TopicEvent['headline']>): QuotedDocument {
  return { ...document, id: documentId, body: null }
}
