import type { EventsSection as Events, TopicEvent } from '@auspex/sdk'
import { useState } from 'react'
import { formatCount, formatDay, formatPlural } from '../../../lib/format.ts'
import { Section } from '../../../ui/page.tsx'
import { ShowAll } from '../../../ui/show-all.tsx'
import { Why } from '../../../ui/value-or-unknown.tsx'
import { NullResult } from '../null-result.tsx'
import { eventsWithin, daysOfEvent, evidenceOfEvent, type NumberedEvent, titleOfEvent } from './event-words.ts'
import classes from '../sections.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import { EvidenceLink } from '../evidence-link.tsx'
import textStyles from '../../../ui/text-styles.module.css'

/** Expected counts below ten have a decimal: 9.2. */
const formatExpected = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

/** One event: date, headline, who published it first, and how much more there was than usual. */
const EventRow = ({ number, event }: NumberedEvent) => {
  const { headline, stories, expected, excess, until } = event
  const title = titleOfEvent(event)
  return (
    <li className={classes.eventRow}>
      <span className={classes.number} aria-label={`Event ${number}`} role="img">
        {number}
      </span>
      <div className={classes.eventWords}>
        <p className={`${textStyles.caption} ${textStyles.tabular}`}>
          {daysOfEvent(event)}
          {until === null && ', and not over'}
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
            label={`the ${formatPlural(stories, 'story', 'stories')} of event ${number}`}
          >
            {formatPlural(stories, 'story', 'stories')}
          </EvidenceLink>
        </b>
        <span>{formatExpected(expected)} expected</span>
        <span className={textStyles.fine} title="95 % interval">
          {formatCount(Math.round(excess.low))} to {formatCount(Math.round(excess.high))} more than usual
        </span>
      </p>
    </li>
  )
}

const First = ({ event: { headline, first, retellings } }: { event: TopicEvent }) => {
  if (!headline) return null
  const copiesText = retellings > 1 ? `, told in ${formatPlural(retellings, 'document')}` : ''
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
  'Days with more stories than the recent past of the topic in the same sources explains. They are ranked by how unlikely a rise like theirs is anywhere in a series in which nothing happens.'

/** What happened: each event with its headline, most surprising first. */
export const EventsSection = ({ events: { events, reason, method }, first, last }: EventsSectionProps) => {
  const [all, setAll] = useState(false)
  const visibleEvents = eventsWithin(events, first, last)
  if (reason !== null) return <NullResult name="Events" result="No event can be told" why={reason} />
  if (visibleEvents.length === 0)
    return (
      <NullResult
        name="Events"
        result="No event stands out"
        why={
          events.length > 0
            ? 'those of this topic lie outside of the days shown'
            : 'no day has more stories than chance explains'
        }
      />
    )
  return (
    <Section
      id="events"
      title="Events"
      aside={<Why label="What an event is:" text={`${surprise} Method: ${method}.`} />}
      hint="The most surprising first, each under its number in the chart."
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
