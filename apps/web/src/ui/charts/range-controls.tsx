import { Button, Flex, Group, Stack } from '@mantine/core'
import { type ReactNode } from 'react'
import { type DateChoice, DateInput } from '../date-input.tsx'
import textStyles from '../text-styles.module.css'
import { RangeStrip, type StripRange } from './range-strip.tsx'

interface RangeControlsProps {
  spans: readonly { readonly label: string; readonly isSet: boolean; readonly choose: () => void }[]
  from: DateChoice
  to: DateChoice
  /** Null if the whole period is too short to need one. */
  strip: StripRange | null
  /** A value for each day of the whole period. */
  values: readonly number[]
  /** Accessible names of the spans and the two dates. */
  names: { readonly spans: string; readonly from: string; readonly to: string }
  /** Other controls of the same charts. */
  children: ReactNode
}

/** Controls for the visible days of charts: spans, two dates, or a strip of the whole period. */
export const RangeControls = ({ spans, from, to, strip, values, names, children }: RangeControlsProps) => (
  <Stack gap={12} mb={16}>
    <Group gap="8px 16px">
      <Flex component="fieldset" miw={0} m="0 auto 0 0" p={0} bd={0} wrap="wrap" gap={4} aria-label={names.spans}>
        {spans.map(({ label, isSet, choose }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={isSet ? 'light' : 'subtle'}
            color={isSet ? 'iris' : 'gray'}
            aria-pressed={isSet}
            onClick={choose}
          >
            {label}
          </Button>
        ))}
      </Flex>
      <Group className={textStyles.quiet} gap={6} wrap="nowrap">
        <DateInput size="xs" aria-label={names.from} date={from} />
        <span aria-hidden>–</span>
        <DateInput size="xs" aria-label={names.to} date={to} />
      </Group>
      {children}
    </Group>
    {strip !== null && <RangeStrip values={values} {...strip} />}
  </Stack>
)
