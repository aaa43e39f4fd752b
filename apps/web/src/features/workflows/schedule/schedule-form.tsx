import { Button, Group } from '@mantine/core'
import type { Workflow } from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { ParameterField } from '../parameter-field.tsx'
import { firstValues, toValues } from '../parameter-values.ts'
import { ownZone } from '../workflow-words.ts'
import { useUpdateWorkflow } from '../workflows.queries.ts'
import { firstChoice, readCron, toCron } from './cron-choices.ts'
import { type ScheduleDraft, ScheduleFields } from './schedule-fields.tsx'
import classes from '../workflows.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** A schedule with what its runs are about. */
export const ScheduleForm = ({ workflow, onDone }: { workflow: Workflow; onDone: () => void }) => {
  const { schedule, parameters, version } = workflow
  const [draft, setDraft] = useState<ScheduleDraft>(() =>
    schedule === null
      ? { choice: firstChoice, zone: ownZone(), onlyIfChanged: false }
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
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          onChange={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
        />
      ))}
      {failure && (
        <p className={textStyles.fault} role="alert">
          {failure.message}. {failure.detail}
        </p>
      )}
      <Group gap={8}>
        <Button type="submit" loading={update.isPending}>
          Save schedule
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
