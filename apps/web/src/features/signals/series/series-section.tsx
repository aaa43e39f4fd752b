import { SegmentedControl, Stack } from '@mantine/core'
import type { SignalReport } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Section } from '../../../ui/section.tsx'
import { grainWords } from '../../../lib/buckets.ts'
import type { Measure } from './series.model.ts'
import { ToneChart } from './tone-chart.tsx'
import { type SeriesRange, useSeriesRange } from './use-series-range.ts'
import { VolumeChart } from './volume-chart.tsx'
import { WeekdayCard } from './weekday-card.tsx'
import { dayChoices } from '../../../lib/day-choices.ts'
import { RangeControls } from '../../../ui/charts/range-controls.tsx'

const route = getRouteApi('/signals/$signalId')

/** Volume and tone over the same days. */
export const SeriesSection = ({ report }: { report: SignalReport }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const range = useSeriesRange(report)
  const measure: Measure = search.measure ?? 'count'
  const setMeasure = (next: Measure) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, measure: next === 'count' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Section
      id="series"
      title="Volume and tone over time"
      hint={`By ${grainWords[range.grain]}. Drag over a chart or the strip to look closer; open a column to read its documents.`}
    >
      <SeriesControls report={report} range={range} measure={measure} onMeasure={setMeasure} />
      <Stack gap={16}>
        <VolumeChart report={report} range={range} measure={measure} />
        <ToneChart report={report} range={range} measure={measure} />
        <WeekdayCard profile={report.volume.weekdays} />
      </Stack>
    </Section>
  )
}

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
const SeriesControls = ({ report, range, measure, onMeasure }: SeriesControlsProps) => {
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
