import { Button, Flex, Group, Stack } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { type DateChoice, DateInput } from '../date-input.tsx'
import { coarsen } from './coarsen.ts'
import { RangeStrip, type StripRange } from './range-strip.tsx'
import textStyles from '../text-styles.module.css'

interface RangeControlsProps {
  spans: readonly { readonly label: string; readonly isSet: boolean; readonly choose: () => void }[]
  from: DateChoice
  to: DateChoice
  /** Null where the whole time is too short to need one. */
  strip: StripRange | null
  /** A value for each day of the whole time. */
  values: readonly number[]
  /** What a screen reader calls the spans and the two dates. */
  names: { readonly spans: string; readonly from: string; readonly to: string }
  /** What else is chosen for the same charts. */
  children: ReactNode
}

/** Parts that the strip draws, whatever the length. */
const stripParts = 240

/** Which days charts show: by a span, by two dates, or by the strip of the whole time. */
export const RangeControls = ({ spans, from, to, strip, values, names, children }: RangeControlsProps) => {
  const overview = useMemo(() => coarsen(values, stripParts), [values])
  return (
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
      {strip !== null && <RangeStrip values={overview} {...strip} />}
    </Stack>
  )
}
