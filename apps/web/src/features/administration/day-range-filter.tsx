import classes from './administration.module.css'
import { CloseButton } from '@mantine/core'
import { DateInput } from '../../ui/date-input.tsx'

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

interface DayFilterProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

/** Filters a list by a day; without one the list is not filtered. */
const DayFilter = ({ label, value, min = '2000-01-01', max = '2100-12-31', onChange }: DayFilterProps) => (
  <DateInput
    label={label}
    date={{ day: value ?? '', min, max, choose: onChange }}
    rightSection={
      value !== undefined && (
        <CloseButton size="sm" aria-label={`${label}: any day`} onClick={() => onChange(undefined)} />
      )
    }
  />
)
