import { Button, Flex, Stack } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DateInput, type DateChoice } from './date-input.tsx'
import surfaces from './surfaces.module.css'
import textStyles from './text-styles.module.css'

interface AsOfBannerProps {
  /** The day as it is written: "3 May 2019". */
  day: string
  /** The way back to what is known today. */
  back: ReactNode
}

/** Says that a page shows what was known on a past day, and leads back to today. */
export const AsOfBanner = ({ day, back }: AsOfBannerProps) => (
  <Flex
    component="aside"
    className={`${surfaces.callout} ${surfaces.accent}`}
    gap="8px 12px"
    align="center"
    wrap="wrap"
    aria-label="A past day is shown"
  >
    <IconHistory size={18} stroke={1.7} color="var(--accent-ink)" aria-hidden />
    <span style={{ flex: '1 1 240px' }}>
      <strong>As of {day}</strong>: only what had been published and collected by the end of that day.
    </span>
    {back}
  </Flex>
)

interface AsOfFormProps {
  date: DateChoice
  /** What limits the days: "This library has recorded since 1 June 2026 what it collects." */
  note: string | null
  /** Undefined while today is shown. */
  onToday: (() => void) | undefined
}

/** Chooses the past day whose knowledge a page shows. */
export const AsOfForm = ({ date, note, onToday }: AsOfFormProps) => (
  <Stack gap={12}>
    <p className={textStyles.text}>
      Go back to what could be known on a past day: only documents that were published and collected by its end are
      counted.
    </p>
    <DateInput size="sm" label="As of" date={date} />
    {note !== null && <p className={textStyles.note}>{note}</p>}
    {onToday && (
      <Button variant="default" onClick={onToday}>
        Show today
      </Button>
    )}
  </Stack>
)
