import { Select, Stack, Switch, useMantineColorScheme } from '@mantine/core'
import { setActivityRecorded, useActivityRecorded } from '../../lib/activity-setting.ts'
import { type DateStyle, dateStyles, setDateStyle, useDateStyle } from '../../lib/date-style.ts'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'

const dateWords: Record<DateStyle, string> = {
  'day-first': '3 Jan 2026',
  'month-first': 'Jan 3, 2026',
  iso: '2026-01-03',
}

/** How the app looks and what it tells, kept in this browser. */
export const BrowserSettings = ({ canRecord }: { canRecord: boolean }) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dateStyle = useDateStyle()
  const isRecorded = useActivityRecorded()
  return (
    <Section title="In this browser">
      <Card>
        <Stack gap={20}>
          <Switch
            label="Dark theme"
            checked={colorScheme === 'dark'}
            onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
          />
          <Select
            label="Dates"
            maw={220}
            data={dateStyles.map((value) => ({ value, label: dateWords[value] }))}
            value={dateStyle}
            allowDeselect={false}
            onChange={(value) => value !== null && setDateStyle(value)}
          />
          <Switch
            label="Record my activity"
            description={
              canRecord
                ? 'Which pages you open and what you do, without what you search for. Your colleagues and administrators can see it; it goes nowhere else.'
                : 'This installation records no activity.'
            }
            disabled={!canRecord}
            checked={canRecord && isRecorded}
            onChange={(event) => setActivityRecorded(event.currentTarget.checked)}
          />
        </Stack>
      </Card>
    </Section>
  )
}
