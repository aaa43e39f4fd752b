import type { Topic } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatFactor, formatRatio } from '../../lib/format.ts'
import classes from './topic-cards.module.css'

/** A few topics with their growth; each says why on pointing and leads to its search. */
export const MoverList = ({ topics, label }: { topics: readonly Topic[]; label: string }) =>
  topics.length === 0 ? (
    <p className={classes.quiet}>None of its terms is in ten documents of the two windows.</p>
  ) : (
    <ul className={classes.movers} aria-label={label}>
      {topics.map(({ signalId, term, title, momentum, why }) => (
        <li key={signalId}>
          <Link className={classes.mover} to="/search" search={{ term: term ?? title }} title={why}>
            <span className={classes.term}>{title}</span>
            {momentum && (
              <span className={classes.growth}>
                {formatRatio(momentum.value)}{' '}
                <span className={classes.interval}>
                  {formatFactor(momentum.low)}–{formatFactor(momentum.high)}
                </span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
