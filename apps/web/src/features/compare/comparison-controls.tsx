import { Button, SegmentedControl, TextInput } from '@mantine/core'
import type { ComparisonBasis, SignalComparison } from '@auspex/sdk'
import { useMemo } from 'react'
import { addDays, daysBetween } from '../../lib/dates.ts'
import { formatDay } from '../../lib/format.ts'
import { RangeStrip } from '../../ui/charts/range-strip.tsx'
import { basisWords, overviewOf } from './comparison-lines.ts'
import type { ComparisonRange } from './use-comparison-range.ts'
import classes from './compare.module.css'

interface ComparisonControlsProps {
  comparison: SignalComparison
  range: ComparisonRange
  onBasis: (basis: ComparisonBasis) => void
}

const presets = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
]
const bases: readonly ComparisonBasis[] = ['documents', 'stories', 'outlets', 'share']

/** What is counted and over which days: for the chart and for every figure below it. */
export const ComparisonControls = ({ comparison, range, onBasis }: ComparisonControlsProps) => {
  const { firstDay, lastDay } = range
  const days = daysBetween(firstDay, lastDay)
  const overview = useMemo(() => overviewOf(comparison.signals), [comparison])
  const options = [
    ...presets
      .filter((preset) => preset.days < days)
      .map((preset) => ({ label: preset.label, first: addDays(lastDay, 1 - preset.days) })),
    { label: 'All', first: firstDay },
  ]
  const set = (value: string, edge: 'first' | 'last') => {
    if (edge === 'first' && value !== '' && value <= range.last) range.setRange(value, range.last)
    if (edge === 'last' && value >= range.first) range.setRange(range.first, value)
  }
  return (
    <div className={classes.controls}>
      <div className={classes.row}>
        <fieldset className={classes.presets} aria-label="Dates compared">
          {options.map(({ label, first }) => {
            const isSet = range.first === first && range.last === lastDay
            return (
              <Button
                key={label}
                size="compact-sm"
                variant={isSet ? 'light' : 'subtle'}
                color={isSet ? 'iris' : 'gray'}
                aria-pressed={isSet}
                onClick={() => range.setRange(first, lastDay)}
              >
                {label}
              </Button>
            )
          })}
        </fieldset>
        <div className={classes.dates}>
          <TextInput
            size="xs"
            type="date"
            aria-label="Compared from"
            value={range.first}
            min={firstDay}
            max={range.last}
            onChange={(event) => set(event.currentTarget.value, 'first')}
          />
          <span aria-hidden>–</span>
          <TextInput
            size="xs"
            type="date"
            aria-label="Compared to"
            value={range.last}
            min={range.first}
            max={lastDay}
            onChange={(event) => set(event.currentTarget.value, 'last')}
          />
        </div>
        <SegmentedControl
          size="xs"
          aria-label="What is counted"
          value={comparison.basis}
          onChange={(value) => onBasis(bases.find((basis) => basis === value) ?? 'documents')}
          data={bases.map((basis) => ({ value: basis, label: basisWords[basis].label }))}
        />
      </div>
      {days > 14 && (
        <RangeStrip
          values={overview}
          days={days}
          range={[daysBetween(firstDay, range.first) - 1, daysBetween(firstDay, range.last) - 1]}
          nameOf={(day) => formatDay(addDays(firstDay, day))}
          onChange={([first, last]) => range.setRange(addDays(firstDay, first), addDays(firstDay, last))}
        />
      )}
    </div>
  )
}
