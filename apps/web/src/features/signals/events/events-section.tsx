import type { TopicEvent, EventsSection as Events } from '@auspex/sdk'
import { useState } from 'react'
import type { ChartAnnotation } from '../../../ui/charts/annotations.tsx'
import type { Bucket } from '../../../lib/time/buckets.ts'
import { formatCount, formatPlural } from '../../../lib/numbers/format.ts'
import { formatDay, formatDayRange } from '../../../lib/time/format.ts'
import type { EvidenceFilter } from '../evidence.ts'
import { Section } from '../../../ui/page.tsx'
import { ShowAll } from '../../../ui/disclosure.tsx'
import { Why } from '../../../ui/values.tsx'
import { NullResult } from '../placeholders.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import classes from '../sections.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** An event with its rank in the report: 1 is the most surprising, on every screen. */
interface NumberedEvent {
  readonly number: number
  readonly event: TopicEvent
  readonly title: string
}

/** The events that overlap the visible days, each with its number in the whole report. */
export const eventsWithin = (
  { events, busiest = null }: Events,
  first: string,
  last: string,
): readonly NumberedEvent[] => {
  const holder = holderOfCopies(events, busiest)
  return events
    .map((event, index) => ({
      number: index + 1,
      event,
      title: titleOfEvent(event, event === holder ? (busiest?.copies ?? null) : null),
    }))
    .filter(({ event: { onset, until } }) => onset <= last && (until === null || until >= first))
}

/** The event that holds the copies of the highest bar: the largest that peaks there, if their text was first published within it and they are most of it. */
const holderOfCopies = (events: readonly TopicEvent[], busiest: Events['busiest']): TopicEvent | undefined => {
  const copies = busiest?.copies
  if (busiest == null || copies == null) return undefined
  const [largest] = events
    .filter(({ peak }) => busiest.firstDay <= peak && peak <= busiest.lastDay)
    .toSorted((a, b) => b.documents - a.documents)
  if (largest === undefined) return undefined
  const { onset, until, documents } = largest
  const day = copies.first.publishedAt.slice(0, 10)
  const isWithin = onset <= day && (until === null || day <= until)
  return isWithin && copies.documents <= documents && copies.documents > documents / 2 ? largest : undefined
}

/** The days of an event: "10 Apr 2013 – 14 Apr 2013", "since 10 Apr 2013". */
const daysOfEvent = ({ onset, until }: TopicEvent): string =>
  until === null ? `since ${formatDay(onset)}` : formatDayRange(onset, until)

/**
 * The title of an event: the text whose versions (`copies`) are most of its documents, else its headline; without one its own name, the phrases and names
 * among its terms, or what people reacted to most.
 */
const titleOfEvent = (event: TopicEvent, copies: NonNullable<Events['busiest']>['copies'] | null): string => {
  const { headline, name, mostNoticed, terms } = event
  if (copies) return `${formatCount(copies.documents)} copies of “${copies.first.title}”`
  if (headline) return headline.title
  if (name != null) return name
  const names = terms.filter((term) => /\s|^\p{Lu}/u.test(term)).slice(0, 3)
  if (names.length > 1 || names.some((phrase) => phrase.includes(' '))) return `More on ${names.join(', ')}`
  return mostNoticed?.title ?? 'More documents than usual'
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
    .flatMap(({ number, event, title: text }): ChartAnnotation[] => {
      const index = buckets.findIndex(({ first, last }) => event.peak >= first && event.peak <= last)
      if (index === -1) return []
      const date = formatDay(event.onset)
      return [{ key: event.onset, index, number, date, text, label: `Event ${number}, ${date}: ${text}` }]
    })
    .slice(0, maxAnnotations)

/** Expected counts below ten have a decimal: 9.2. */
const formatExpected = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

/** One event: date, headline, who published it first, and how much more there was than usual. */
const EventRow = ({ number, event, title }: NumberedEvent) => {
  const { headline, stories, expected, excess, until } = event
  return (
    <li className={classes.eventRow}>
      <span className={classes.number} aria-label={`Event ${number}`} role="img">
        {number}
      </span>
      <div className={classes.eventWords}>
        <p className={`${textStyles.caption} ${textStyles.tabular}`}>
          {daysOfEvent(event)}
          {until === null && ', ongoing'}
        </p>
        <h3 className={classes.title}>
          {headline ? (
            <EvidenceLink filter={{ ids: headline.documentId }} label={`the document “${title}”`} quiet>
              {title}
            </EvidenceLink>
          ) : (
            title
          )}
        </h3>
        <First event={event} />
      </div>
      <p className={`${textStyles.detail} ${textStyles.tabular} ${classes.figures}`}>
        <b className={classes.count}>
          <EvidenceLink
            filter={evidenceOfEvent(event)}
            label={`the ${formatPlural(stories, 'piece')} of event ${number}`}
          >
            {formatPlural(stories, 'piece')}
          </EvidenceLink>
        </b>
        <span>{formatExpected(expected)} expected</span>
        <span className={textStyles.fine} title="95% interval">
          {formatCount(Math.round(excess.low))} to {formatCount(Math.round(excess.high))} more than usual
        </span>
      </p>
    </li>
  )
}

const First = ({ event: { headline, first, retellings } }: { event: TopicEvent }) => {
  if (!headline) return null
  const copiesText = retellings > 1 ? `, reported in ${formatPlural(retellings, 'document')}` : ''
  if (!first || first.documentId === headline.documentId)
    return (
      <p className={textStyles.caption}>
        {headline.outlet}, {formatDay(headline.publishedAt)}
        {copiesText}
      </p>
    )
  return (
    <p className={textStyles.caption}>
      {headline.outlet}, {formatDay(headline.publishedAt)}
      {copiesText}; first{' '}
      <EvidenceLink
        filter={{ ids: first.documentId }}
        label={`${first.outlet}, ${formatDay(first.publishedAt)}: “${first.title}”`}
      >
        {first.outlet}, {formatDay(first.publishedAt)}
      </EvidenceLink>
    </p>
  )
}

const firstEvents = 6

interface EventsSectionProps {
  events: Events
  /** The first visible day. */
  first: string
  last: string
}

const surprise =
  'Days with more pieces than the recent past of the topic in the same sources explains. They are ranked by how unlikely a rise like theirs is anywhere in a series in which nothing happens.'

/** What happened: each event with its headline, largest surprises first. */
export const EventsSection = ({ events: section, first, last }: EventsSectionProps) => {
  const { events, reason, method } = section
  const [all, setAll] = useState(false)
  const visibleEvents = eventsWithin(section, first, last)
  if (reason !== null) return <NullResult name="Events" result="Events cannot be determined" why={reason} />
  if (visibleEvents.length === 0)
    return (
      <NullResult
        name="Events"
        result="No events stood out"
        why={
          events.length > 0
            ? 'those of this topic lie outside the days shown'
            : 'its ups and downs are within the usual range'
        }
      />
    )
  return (
    <Section
      id="events"
      title="Events"
      aside={<Why label="What an event is:" text={`${surprise} Method: ${method}.`} />}
      hint="The largest surprises first, each under its number in the chart."
    >
      <ol className={`${surfaces.panel} ${surfaces.lines} ${classes.list}`}>
        {(all ? visibleEvents : visibleEvents.slice(0, firstEvents)).map((one) => (
          <EventRow key={one.number} {...one} />
        ))}
      </ol>
      {visibleEvents.length > firstEvents && (
        <ShowAll isAll={all} total={formatCount(visibleEvents.length)} onChange={setAll} />
      )}
    </Section>
  )
}
