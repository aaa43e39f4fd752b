import { CloseButton } from '@mantine/core'
import { DateInput } from '../../ui/date-input.tsx'

interface DayFilterProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day that narrows a list; none leaves it open. */
export const DayFilter = ({ label, value, min = '2000-01-01', max = '2100-12-31', onChange }: DayFilterProps) => (
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
