import type { Workflow } from '@auspex/sdk'
import { Button, Group, Checkbox, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { localZone, zones, formatInZone } from '../../../lib/time/format.ts'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'
import { Section } from '../../../ui/page.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import { ParameterFields, firstValues, toValues } from '../parameter-field.tsx'
import { weekdayNames } from '../../../lib/time/dates.ts'
import classes from '../workflows.module.css'
import { useUpdateWorkflow, previewOptions } from '../workflows.queries.ts'

const typingPauseMs = 300

/** The next three times of a schedule that is being edited, in words. */
const NextRuns = ({ cron, zone }: { cron: string; zone: string }) => {
  const [settled] = useDebouncedValue(`${cron}\n${zone}`, typingPauseMs)
  const [settledCron = cron, settledZone = zone] = settled.split('\n')
  const { data, error } = useQuery(previewOptions(useClient(), { cron: settledCron, zone: settledZone }))
  if (error) {
    const { message, detail } = describeFailure(error)
    return (
      <p className={textStyles.fault} role="alert">
        {detail ?? message}
      </p>
    )
  }
  return data === undefined ? null : <RunTimes times={data.nextRuns} zone={data.zone} />
}

/** Times in the schedule's time zone, and in the reader's if that differs. */
const RunTimes = ({ times, zone }: { times: readonly string[]; zone: string }) => (
  <div>
    <p className={textStyles.caption}>The next {times.length === 1 ? 'time' : `${times.length} times`}</p>
    <ul className={classes.evidence} aria-label="Next runs">
      {times.map((time) => (
        <li key={time} className={textStyles.text}>
          <time dateTime={time}>{formatInZone(time, zone)}</time>
          {zone !== localZone() && (
            <span className={textStyles.quiet}> · for you {formatInZone(time, localZone())}</span>
          )}
        </li>
      ))}
    </ul>
  </div>
)

export const firstChoice: CronChoice = { kind: 'weekly', minute: 0, hour: 7, weekday: 1, cron: '0 7 * * 1' }

export const toCron = ({ kind, minute, hour, weekday, cron }: CronChoice): string => {
  if (kind === 'daily') return `${minute} ${hour} * * *`
  if (kind === 'weekdays') return `${minute} ${hour} * * 1-5`
  if (kind === 'weekly') return `${minute} ${hour} * * ${weekday}`
  if (kind === 'monthly') return `${minute} ${hour} 1 * *`
  return cron.trim().replaceAll(/\s+/g, ' ')
}

/** The initial field values for a stored schedule. */
export const readCron = (cron: string): CronChoice => {
  const [, minute, hour, day, weekday] = /^(\d{1,2}) (\d{1,2}) (\*|1) \* (\*|[1-7]|1-5)$/.exec(cron) ?? []
  const time = { minute: Number(minute ?? 0), hour: Number(hour ?? 7), weekday: 1, cron }
  if (minute === undefined) return { ...time, kind: 'cron' }
  if (day === '1') return { ...time, kind: weekday === '*' ? 'monthly' : 'cron' }
  if (weekday === '*') return { ...time, kind: 'daily' }
  if (weekday === '1-5') return { ...time, kind: 'weekdays' }
  return { ...time, kind: 'weekly', weekday: Number(weekday) }
}

const kinds = [
  { value: 'weekly', label: 'Every week' },
  { value: 'weekdays', label: 'Monday to Friday' },
  { value: 'daily', label: 'Every day' },
  { value: 'monthly', label: 'On the first of each month' },
  { value: 'cron', label: 'As a cron expression' },
]

const weekdays = weekdayNames.map((label, place) => ({
  value: String(place + 1),
  label,
}))

const pad = (value: number) => String(value).padStart(2, '0')

/** When a workflow runs, with its next times spelled out. */
const ScheduleFields = ({ draft, onChange }: { draft: ScheduleDraft; onChange: (draft: ScheduleDraft) => void }) => {
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
          label="Time zone"
          data={zones()}
          value={zone}
          searchable
          allowDeselect={false}
          limit={60}
          nothingFoundMessage="No matching time zones"
          onChange={(next) => onChange({ ...draft, zone: next ?? zone })}
        />
      </div>
      <Checkbox
        label="Only when something changed"
        description="If nothing has changed since the last run, no new text is written."
        checked={onlyIfChanged}
        onChange={(event) => onChange({ ...draft, onlyIfChanged: event.currentTarget.checked })}
      />
      <NextRuns cron={toCron(choice)} zone={zone} />
    </>
  )
}

/** When a workflow runs automatically. */
export const ScheduleSection = ({ workflow }: { workflow: Workflow }) => {
  const [isOpen, setOpen] = useState(false)
  const update = useUpdateWorkflow(useClient(), workflow.id)
  const { schedule, isMine } = workflow
  const change = isMine && !isOpen && (
    <Group gap={8}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {schedule === null ? 'Set a schedule' : 'Change'}
      </Button>
      {schedule !== null && (
        <Button
          variant="subtle"
          color="gray"
          loading={update.isPending}
          onClick={() => update.mutate({ version: workflow.version, schedule: null })}
        >
          End it
        </Button>
      )}
    </Group>
  )
  return (
    <Section title="Schedule" actions={change}>
      {isOpen ? (
        <ScheduleForm workflow={workflow} onDone={() => setOpen(false)} />
      ) : (
        <CurrentSchedule workflow={workflow} />
      )}
    </Section>
  )
}

/** When it runs next, or how it is started without a schedule. */
const CurrentSchedule = ({ workflow: { id, schedule, isMine, kind } }: { workflow: Workflow }) => {
  if (schedule?.nextRuns.length === 0)
    return (
      <p className={textStyles.note}>
        It has stopped; its last run says why.{isMine && ' Save the schedule to start it again.'}
      </p>
    )
  if (schedule !== null) return <RunTimes times={schedule.nextRuns} zone={schedule.zone} />
  if (isMine) return <p className={textStyles.note}>It runs when someone starts it.</p>
  return (
    <p className={textStyles.note}>
      {kind === 'ready' ? 'To run it on its own, copy it and set a schedule.' : 'Only its creator can set a schedule.'}{' '}
      <LinkButton to="/workflows/new" search={{ from: id }} variant="subtle" size="compact-sm">
        Copy it
      </LinkButton>
    </p>
  )
}

/** A schedule with the parameters of its runs. */
const ScheduleForm = ({ workflow, onDone }: { workflow: Workflow; onDone: () => void }) => {
  const { schedule, parameters, version } = workflow
  const [draft, setDraft] = useState<ScheduleDraft>(() =>
    schedule === null
      ? { choice: firstChoice, zone: localZone(), onlyIfChanged: false }
      : { choice: readCron(schedule.cron), zone: schedule.zone, onlyIfChanged: schedule.onlyIfChanged },
  )
  const [values, setValues] = useState(() => firstValues(parameters, schedule?.parameters))
  const update = useUpdateWorkflow(useClient(), workflow.id)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { zone, onlyIfChanged } = draft
    const next = { cron: toCron(draft.choice), zone, onlyIfChanged, parameters: toValues(values) }
    update.mutate({ version, schedule: next }, { onSuccess: onDone })
  }
  const failure = update.error && describeFailure(update.error)
  return (
    <form className={classes.fields} onSubmit={save} aria-label="Schedule">
      <ScheduleFields draft={draft} onChange={setDraft} />
      <ParameterFields parameters={parameters} values={values} onChange={setValues} />
      <Failure failure={failure} />
      <Group gap={8}>
        <Button type="submit" loading={update.isPending}>
          Save schedule
        </Button>
        <CancelButton onClick={onDone} />
      </Group>
    </form>
  )
}

interface ScheduleDraft {
  readonly choice: CronChoice
  readonly zone: string
  readonly onlyIfChanged: boolean
}

/** The most common schedules; any other is written as cron. */
interface CronChoice {
  readonly kind: 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'cron'
  readonly minute: number
  readonly hour: number
  /** 1 is Monday. */
  readonly weekday: number
  readonly cron: string
}
