import { Button, SegmentedControl, TextInput } from '@mantine/core'
import type { SignalReport } from '@auspex/sdk'
import { useMemo } from 'react'
import { addDays, daysBetween } from '../../../lib/dates.ts'
import { formatDay } from '../../../lib/format.ts'
import { RangeStrip } from '../../../ui/charts/range-strip.tsx'
import type { Measure } from './series.model.ts'
import type { SeriesRange } from './use-series-range.ts'
import classes from './range-controls.module.css'

interface RangeControlsProps {
  report: SignalReport
  range: SeriesRange
  measure: Measure
  onMeasure: (measure: Measure) => void
}

const presets = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
  { label: '5 years', days: 1826 },
]

const measures: readonly { value: Measure; label: string }[] = [
  { value: 'count', label: 'Documents' },
  { value: 'stories', label: 'Stories' },
  { value: 'outlets', label: 'Outlets' },
  { value: 'share', label: 'Share' },
]

/** Parts that the strip draws, whatever the length. */
const stripParts = 240

/** The dates and the measure of all charts of the report. */
export const RangeControls = ({ report, range, measure, onMeasure }: RangeControlsProps) => {
  const { firstDay, lastDay } = report
  const days = daysBetween(firstDay, lastDay)
  const overview = useMemo(() => coarse(report.volume.days.map((day) => day.documents)), [report])
  const set = (value: string, edge: 'first' | 'last') => {
    if (value === '') return
    if (edge === 'first' && value <= range.last) range.setRange(value, range.last)
    if (edge === 'last' && value >= range.first) range.setRange(range.first, value)
  }
  return (
    <div className={classes.controls}>
      <div className={classes.row}>
        <fieldset className={classes.presets} aria-label="Dates shown">
          {presets
            .filter((preset) => preset.days < days)
            .map((preset) => {
              const first = addDays(lastDay, 1 - preset.days)
              const isSet = range.first === first && range.last === lastDay
              return (
                <Button
                  key={preset.days}
                  size="compact-sm"
                  variant={isSet ? 'light' : 'subtle'}
                  color={isSet ? 'iris' : 'gray'}
                  aria-pressed={isSet}
                  onClick={() => range.setRange(first, lastDay)}
                >
                  {preset.label}
                </Button>
              )
            })}
          <Button
            size="compact-sm"
            variant={range.isWhole ? 'light' : 'subtle'}
            color={range.isWhole ? 'iris' : 'gray'}
            aria-pressed={range.isWhole}
            onClick={() => range.setRange(firstDay, lastDay)}
          >
            All
          </Button>
        </fieldset>
        <div className={classes.dates}>
          <TextInput
            size="xs"
            type="date"
            aria-label="Charts from"
            value={range.first}
            min={firstDay}
            max={range.last}
            onChange={(event) => set(event.currentTarget.value, 'first')}
          />
          <span aria-hidden>–</span>
          <TextInput
            size="xs"
            type="date"
            aria-label="Charts to"
            value={range.last}
            min={range.first}
            max={lastDay}
            onChange={(event) => set(event.currentTarget.value, 'last')}
          />
        </div>
        <SegmentedControl
          size="xs"
          aria-label="Measure"
          value={measure}
          onChange={(value) => onMeasure(measures.find((one) => one.value === value)?.value ?? 'count')}
          data={measures.map(({ value, label }) => ({ value, label }))}
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

const coarse = (values: readonly number[]): readonly number[] => {
  const parts = Math.min(stripParts, values.length)
  return Array.from({ length: parts }, (_, part) => {
    const slice = values.slice(
      Math.floor((part * values.length) / parts),
      Math.floor(((part + 1) * values.length) / parts),
    )
    return slice.reduce((sum, value) => sum + value, 0) / Math.max(1, slice.length)
  })
}
