import { Checkbox, Select, TextInput } from '@mantine/core'
import { zones } from '../workflow-words.ts'
import { type CronChoice, toCron } from './cron-choices.ts'
import { NextRuns } from './next-runs.tsx'
import classes from '../workflows.module.css'

export interface ScheduleDraft {
  readonly choice: CronChoice
  readonly zone: string
  readonly onlyIfChanged: boolean
}

const kinds = [
  { value: 'weekly', label: 'Every week' },
  { value: 'weekdays', label: 'Monday to Friday' },
  { value: 'daily', label: 'Every day' },
  { value: 'monthly', label: 'On the first of each month' },
  { value: 'cron', label: 'As a cron expression' },
]
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, place) => ({
  value: String(place + 1),
  label,
}))

const pad = (value: number) => String(value).padStart(2, '0')

/** When a workflow runs, with its next times spelled out. */
export const ScheduleFields = ({
  draft,
  onChange,
}: {
  draft: ScheduleDraft
  onChange: (draft: ScheduleDraft) => void
}) => {
  const { choice, zone, onlyIfChanged } = draft
  const change = (more: Partial<CronChoice>) => onChange({ ...draft, choice: { ...choice, ...more } })
  return (
    <>
      <div className={classes.split}>
        <Select
          label="How often"
          data={kinds}
          value={choice.kind}
          allowDeselect={false}
          onChange={(kind) => change({ kind: (kind ?? 'weekly') as CronChoice['kind'], cron: toCron(choice) })}
        />
        {choice.kind === 'weekly' && (
          <Select
            label="Day"
            data={weekdays}
            value={String(choice.weekday)}
            allowDeselect={false}
            onChange={(day) => change({ weekday: Number(day ?? 1) })}
          />
        )}
        {choice.kind === 'cron' ? (
          <TextInput
            label="Cron expression"
            description="Minute, hour, day of the month, month, day of the week"
            value={choice.cron}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ cron: event.currentTarget.value })}
          />
        ) : (
          <TextInput
            label="Time"
            type="time"
            required
            value={`${pad(choice.hour)}:${pad(choice.minute)}`}
            onChange={(event) => {
              const [hour, minute] = event.currentTarget.value.split(':').map(Number)
              if (hour !== undefined && minute !== undefined) change({ hour, minute })
            }}
          />
        )}
        <Select
          label="By the clock of"
          data={zones()}
          value={zone}
          searchable
          allowDeselect={false}
          limit={60}
          nothingFoundMessage="No zone is called that"
          onChange={(next) => onChange({ ...draft, zone: next ?? zone })}
        />
      </div>
      <Checkbox
        label="Only when something changed"
        description="A run that finds the same as the last one ends without a new text, and asks nothing."
        checked={onlyIfChanged}
        onChange={(event) => onChange({ ...draft, onlyIfChanged: event.currentTarget.checked })}
      />
      <NextRuns cron={toCron(choice)} zone={zone} />
    </>
  )
}
