import { SegmentedControl } from '@mantine/core'
import type { SignalReport } from '@auspex/sdk'
import { useMemo } from 'react'
import { dayChoices } from '../../../lib/day-choices.ts'
import { RangeControls } from '../../../ui/charts/range-controls.tsx'
import type { Measure } from './series.model.ts'
import type { SeriesRange } from './use-series-range.ts'

interface SeriesControlsProps {
  report: SignalReport
  range: SeriesRange
  measure: Measure
  onMeasure: (measure: Measure) => void
}

const spans = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
  { label: '5 years', days: 1826 },
]
const names = { spans: 'Dates shown', from: 'Charts from', to: 'Charts to' }

const measures: readonly { value: Measure; label: string }[] = [
  { value: 'count', label: 'Documents' },
  { value: 'stories', label: 'Stories' },
  { value: 'outlets', label: 'Outlets' },
  { value: 'share', label: 'Share' },
]

/** The dates and the measure of all charts of the report. */
export const SeriesControls = ({ report, range, measure, onMeasure }: SeriesControlsProps) => {
  const documents = useMemo(() => report.volume.days.map((day) => day.documents), [report])
  return (
    <RangeControls {...dayChoices(range, spans)} values={documents} names={names}>
      <SegmentedControl
        size="xs"
        aria-label="Measure"
        value={measure}
        onChange={(value) => onMeasure(measures.find((one) => one.value === value)?.value ?? 'count')}
        data={measures.map(({ value, label }) => ({ value, label }))}
      />
    </RangeControls>
  )
}
