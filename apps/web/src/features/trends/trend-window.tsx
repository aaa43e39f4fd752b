import type { TrendList } from '@auspex/sdk'
import { Box, Input, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isDay } from '../../lib/dates.ts'
import { type TrendsSearch, windowLengths } from './trends.search.ts'
import classes from './trend-window.module.css'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

interface TrendWindowProps {
  search: TrendsSearch
  trends: Pick<TrendList, 'windowDays' | 'firstDay' | 'latestDay'> | undefined
}

/** Chooses how many days are compared, and as of which day; both are in the URL. */
export const TrendWindow = ({ search, trends }: TrendWindowProps) => {
  const navigate = useNavigate()
  const { firstDay = null, latestDay = null } = trends ?? {}
  const [draft, setDraft] = useState<string>()
  const set = (change: Partial<TrendsSearch>) =>
    void navigate({ to: '/trends', search: { ...search, ...change }, replace: true, resetScroll: false })
  // a day is typed digit by digit: the year 0002 is on the way to 2021
  const choose = (day: string) => {
    setDraft(day)
    const isCovered = isDay(day) && (firstDay === null || day >= firstDay) && (latestDay === null || day <= latestDay)
    if (day === '' || isCovered) set({ asOf: day === '' || day === latestDay ? undefined : day })
  }
  const length = search.window ?? windowLengths.find((days) => days === String(trends?.windowDays))
  return (
    <div className={classes.window}>
      <Input.Wrapper label="Growth over" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="Growth over"
          data={windowLengths.map((days) => ({ value: days, label: `${days} days` }))}
          value={length ?? '28'}
          onChange={(window) => set({ window: windowLengths.find((days) => days === window) })}
        />
      </Input.Wrapper>
      <Box miw={0}>
        <TextInput
          label="As of"
          type="date"
          value={draft ?? search.asOf ?? latestDay ?? ''}
          min={firstDay ?? undefined}
          max={latestDay ?? undefined}
          onChange={(event) => choose(event.currentTarget.value)}
          onBlur={() => setDraft(undefined)}
        />
      </Box>
    </div>
  )
}
