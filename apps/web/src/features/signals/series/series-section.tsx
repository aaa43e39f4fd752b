import { Stack } from '@mantine/core'
import type { SignalReport } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Section } from '../../../ui/section.tsx'
import { grainWords } from '../../../lib/buckets.ts'
import { SeriesControls } from './series-controls.tsx'
import type { Measure } from './series.model.ts'
import { ToneChart } from './tone-chart.tsx'
import { useSeriesRange } from './use-series-range.ts'
import { VolumeChart } from './volume-chart.tsx'
import { WeekdayCard } from './weekday-card.tsx'

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
