import type { Narrative } from '@auspex/sdk'
import { formatDay, formatPlural } from '../../../lib/format.ts'
import { type TimeSpan, toBins } from './narratives.model.ts'
import classes from './narratives.module.css'

const bins = 60
const height = 26

interface LifeStripProps {
  days: Narrative['days']
  span: TimeSpan
}

/** The life of a narrative on the time of all of them; its own highest stretch is as high as the strip. */
export const LifeStrip = ({ days, span }: LifeStripProps) => {
  const stretches = toBins(days, span, bins)
  const top = Math.max(1, ...stretches.map(({ documents }) => documents))
  const [first, last] = [days[0], days.at(-1)]
  const total = days.reduce((sum, { documents }) => sum + documents, 0)
  const name =
    first && last
      ? `${formatPlural(total, 'document')} from ${formatDay(first.day)} to ${formatDay(last.day)}`
      : 'No documents'
  return (
    <svg
      className={classes.strip}
      viewBox={`0 0 ${stretches.length} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={name}
    >
      <rect fill="var(--line-strong)" x={0} y={height - 1} width={stretches.length} height={1} />
      {stretches.map(({ first: from, documents }, at) => {
        if (documents === 0) return null
        const tall = Math.max(2, (documents / top) * (height - 1))
        return <rect key={from} fill="var(--accent)" x={at + 0.08} y={height - tall} width={0.84} height={tall} />
      })}
    </svg>
  )
}
