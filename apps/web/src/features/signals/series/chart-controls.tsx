import { Button, Group, NativeSelect } from '@mantine/core'
import { IconZoomReset } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { SeriesInterval } from '@auspex/sdk'
import type { Measure } from './series.model.ts'
import type { SeriesRange } from './use-series-range.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'

const route = getRouteApi('/signals/$signalId')

const measures: readonly { readonly value: Measure; readonly label: string }[] = [
  { value: 'count', label: 'Documents' },
  { value: 'stories', label: 'Stories' },
  { value: 'outlets', label: 'Outlets' },
  { value: 'share', label: 'Share' },
]

const intervals: readonly { readonly value: SeriesInterval; readonly label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]

/** What is counted, in which interval; and the way back from a closer look. */
export const ChartControls = ({ range, measure }: { range: SeriesRange; measure: Measure }) => {
  const navigate = route.useNavigate()
  const setMeasure = (next: Measure) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, measure: next === 'count' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Group gap={8}>
      {!range.isWhole && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconZoomReset size={15} stroke={1.8} aria-hidden />}
          onClick={() => range.setRange(range.firstDay, range.lastDay)}
        >
          All days
        </Button>
      )}
      <NativeSelect
        size="xs"
        aria-label="Measure"
        value={measure}
        onChange={(event) =>
          setMeasure(measures.find(({ value }) => value === event.currentTarget.value)?.value ?? 'count')
        }
        data={measures.map(({ value, label }) => ({ value, label }))}
      />
      <SegmentedControl
        size="xs"
        aria-label="Interval"
        value={range.interval}
        onChange={range.setInterval}
        data={intervals}
      />
    </Group>
  )
}
