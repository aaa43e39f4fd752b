import type { TopicEvent } from '@auspex/sdk'
import type { ChartAnnotation } from '../../../ui/charts/annotations.tsx'
import type { Bucket } from '../../../lib/buckets.ts'
import { formatDay, formatDayRange } from '../../../lib/format.ts'
import type { EvidenceFilter } from '../evidence.ts'

/** An event with its rank in the report: 1 is the most surprising, on every screen. */
export interface NumberedEvent {
  readonly number: number
  readonly event: TopicEvent
}

/** The events that overlap the visible days, each with its number in the whole report. */
export const eventsWithin = (events: readonly TopicEvent[], first: string, last: string): readonly NumberedEvent[] =>
  events
    .map((event, index) => ({ number: index + 1, event }))
    .filter(({ event: { onset, until } }) => onset <= last && (until === null || until >= first))

/** The days of an event: "10 Apr 2013 – 14 Apr 2013", "since 10 Apr 2013". */
export const daysOfEvent = ({ onset, until }: TopicEvent): string =>
  until === null ? `since ${formatDay(onset)}` : formatDayRange(onset, until)

/** The title of an event: its headline, or its terms if there is none. */
export const titleOfEvent = ({ headline, terms }: TopicEvent): string => {
  if (headline) return headline.title
  return terms.length > 0 ? `More talk of ${terms.slice(0, 3).join(', ')}` : 'More documents than usual'
}

export const evidenceOfEvent = ({ onset, until }: TopicEvent): EvidenceFilter => ({
  since: onset,
  until: until ?? undefined,
  sort: 'oldest',
})

/** How many events a chart annotates. */
const maxAnnotations = 3

/** The first events as annotations on the columns of their peak days. */
export const toAnnotations = (
  events: readonly NumberedEvent[],
  buckets: readonly Bucket[],
): readonly ChartAnnotation[] =>
  events
    .flatMap(({ number, event }): ChartAnnotation[] => {
      const index = buckets.findIndex(({ first, last }) => event.peak >= first && event.peak <= last)
      if (index === -1) return []
      const [date, text] = [formatDay(event.onset), titleOfEvent(event)]
      return [{ key: event.onset, index, number, date, text, label: `Event ${number}, ${date}: ${text}` }]
    })
    .slice(0, maxAnnotations)
