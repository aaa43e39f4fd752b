import { Button, Group, Stack } from '@mantine/core'
import { dayChoices } from '../../../lib/day-choices.ts'
import { formatDayRange } from '../../../lib/format.ts'
import type { SeriesRange } from '../series/use-series-range.ts'
import { DateInput } from '../../../ui/date-input.tsx'
import { Chip } from './chip.tsx'

const spans = [
  { label: 'Last 30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
  { label: '5 years', days: 1826 },
]

/** The days that the report shows. They are in its address; nothing is searched anew. */
export const DaysChip = ({ range }: { range: SeriesRange }) => (
  <Chip
    label="Change the days"
    value={formatDayRange(range.first, range.last)}
    renderForm={() => <DaysForm range={range} />}
  />
)

const DaysForm = ({ range }: { range: SeriesRange }) => {
  const { spans: choices, from, to } = dayChoices(range, spans)
  return (
    <Stack gap={14}>
      <Group gap={6} role="group" aria-label="Days shown">
        {choices.map(({ label, isSet, choose }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={isSet ? 'light' : 'default'}
            aria-pressed={isSet}
            onClick={choose}
          >
            {label === 'All' ? 'All days' : label}
          </Button>
        ))}
      </Group>
      <Group gap={10} grow>
        <DateInput size="sm" label="From" date={from} />
        <DateInput size="sm" label="To" date={to} />
      </Group>
    </Stack>
  )
}
