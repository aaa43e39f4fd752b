import type { ProjectEvent } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount, formatDay, formatRatio, formatPlural } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { ShowAll } from '../../../ui/show-all.tsx'
import classes from './dashboard.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const shownAtFirst = 5

/** What happened to the signals; each headline leads to the report of its signal. */
export const EventList = ({ events }: { events: readonly ProjectEvent[] }) => {
  const [isWhole, setWhole] = useState(false)
  const told = events.flatMap(({ signal, event }) => (event === null ? [] : [{ signal, event }]))
  if (told.length === 0)
    return (
      <Card>
        <p className={textStyles.text}>No signal had an event in the last 90 days.</p>
      </Card>
    )
  return (
    <Card>
      <ul className={surfaces.lines} aria-label="Biggest events">
        {told.slice(0, isWhole ? undefined : shownAtFirst).map(({ signal, event }) => (
          <li key={`${signal.signalId} ${event.day}`} className={classes.line}>
            <div className={classes.words}>
              <Link
                to="/signals/$signalId"
                params={{ signalId: signal.signalId }}
                preload={false}
                className={`${textStyles.plain} ${classes.headline} ${classes.link}`}
              >
                {event.title ?? 'No document of these days can be read.'}
              </Link>
              <span className={textStyles.note}>
                {signal.title} · {formatDay(event.day)} · {formatPlural(event.stories, 'story', 'stories')}
              </span>
            </div>
            {event.ratio !== null && (
              <span className={classes.value}>
                <span className={textStyles.figure}>{formatRatio(event.ratio)}</span>
                <span className={textStyles.small}>the usual</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {told.length > shownAtFirst && <ShowAll isAll={isWhole} total={formatCount(told.length)} onChange={setWhole} />}
    </Card>
  )
}
