import type { EventsSection as Events } from '@auspex/sdk'
import { useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { Section } from '../../../ui/section.tsx'
import { ShowAll } from '../../../ui/show-all.tsx'
import { Why } from '../../../ui/why.tsx'
import { NullResult } from '../null-result.tsx'
import { EventRow } from './event-row.tsx'
import { eventsWithin } from './event-words.ts'
import classes from './events-section.module.css'
import surfaces from '../../../ui/surfaces.module.css'

const firstEvents = 6

interface EventsSectionProps {
  events: Events
  /** The days shown. */
  first: string
  last: string
}

const surprise =
  'Days with more stories than the recent past of the topic in the same sources explains. They are ranked by how unlikely a rise like theirs is anywhere in a series in which nothing happens.'

/** What happened: each event with its headline, the most surprising first. */
export const EventsSection = ({ events: { events, reason, method }, first, last }: EventsSectionProps) => {
  const [all, setAll] = useState(false)
  const shown = eventsWithin(events, first, last)
  if (reason !== null) return <NullResult name="Events" result="No event can be told" why={reason} />
  if (shown.length === 0)
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
        {(all ? shown : shown.slice(0, firstEvents)).map((one) => (
          <EventRow key={one.number} {...one} />
        ))}
      </ol>
      {shown.length > firstEvents && <ShowAll isAll={all} total={formatCount(shown.length)} onChange={setAll} />}
    </Section>
  )
}
