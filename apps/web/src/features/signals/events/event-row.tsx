import type { TopicEvent } from '@auspex/sdk'
import { formatCount, formatDay, formatPlural } from '../../../lib/format.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { daysOfEvent, evidenceOfEvent, type NumberedEvent, titleOfEvent } from './event-words.ts'
import classes from './events-section.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Counts below ten may be expected in parts: 9.2. */
const formatExpected = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

/** One event: when, what, who told it first, and how much more there was than usual. */
export const EventRow = ({ number, event }: NumberedEvent) => {
  const { headline, stories, expected, excess, until } = event
  const title = titleOfEvent(event)
  return (
    <li className={classes.row}>
      <span className={classes.number} aria-label={`Event ${number}`} role="img">
        {number}
      </span>
      <div className={classes.words}>
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
  const told = retellings > 1 ? `, told in ${formatPlural(retellings, 'document')}` : ''
  if (!first || first.documentId === headline.documentId)
    return (
      <p className={textStyles.caption}>
        {headline.outlet}, {formatDay(headline.publishedAt)}
        {told}
      </p>
    )
  return (
    <p className={textStyles.caption}>
      {headline.outlet}, {formatDay(headline.publishedAt)}
      {told}; first{' '}
      <EvidenceLink
        filter={{ ids: first.documentId }}
        label={`${first.outlet}, ${formatDay(first.publishedAt)}: “${first.title}”`}
      >
        {first.outlet}, {formatDay(first.publishedAt)}
      </EvidenceLink>
    </p>
  )
}
