import { DayFilter } from './day-filter.tsx'
import classes from './day-range-filter.module.css'

interface DayRangeFilterProps {
  from: string | undefined
  to: string | undefined
  onChange: (change: { from: string | undefined } | { to: string | undefined }) => void
}

/** The first and the last day of a list, side by side however narrow the line is. */
export const DayRangeFilter = ({ from, to, onChange }: DayRangeFilterProps) => (
  <div className={classes.days}>
    <DayFilter label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
    <DayFilter label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
  </div>
)
