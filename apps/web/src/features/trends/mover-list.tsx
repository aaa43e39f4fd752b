import type { Topic } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatGrowth } from '../../lib/format.ts'
import classes from './topic-cards.module.css'

/** A few topics with their growth; each says why on pointing and leads to its search. */
export const MoverList = ({ topics, label }: { topics: readonly Topic[]; label: string }) => (
  <ul className={classes.movers} aria-label={label}>
    {topics.map(({ signalId, term, title, momentum, why }) => (
      <li key={signalId}>
        <Link className={classes.mover} to="/search" search={{ term: term ?? title }} title={why}>
          <span className={classes.term}>{title}</span>
          {momentum && <Growth {...momentum} />}
        </Link>
      </li>
    ))}
  </ul>
)

const Growth = (momentum: NonNullable<Topic['momentum']>) => {
  const { value, interval, isSure } = formatGrowth(momentum)
  return (
    <span className={classes.growth} data-sure={isSure}>
      {value} <span className={classes.interval}>{interval}</span>
    </span>
  )
}
