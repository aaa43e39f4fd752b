import { Button, Group } from '@mantine/core'
import type { Workflow } from '@auspex/sdk'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { ParameterField } from './parameter-field.tsx'
import { firstValues, toValues } from './parameter-values.ts'
import { useStartRun } from './workflows.queries.ts'
import classes from './workflows.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** What the workflow is about, and its run. */
export const RunForm = ({ workflow }: { workflow: Workflow }) => {
  const navigate = useNavigate()
  const [values, setValues] = useState(() => firstValues(workflow.parameters))
  const start = useStartRun(useClient(), workflow.id)
  const run = (event: FormEvent) => {
    event.preventDefault()
    start.mutate(toValues(values), {
      onSuccess: ({ id }) => void navigate({ to: '/workflows/runs/$runId', params: { runId: id } }),
    })
  }
  const failure = start.error && describeFailure(start.error)
  return (
    <form className={classes.fields} onSubmit={run} aria-label={`Run ${workflow.title}`}>
      {workflow.parameters.map((parameter) => (
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
        <Button type="submit" loading={start.isPending} leftSection={<IconPlayerPlay size={16} aria-hidden />}>
          Run
        </Button>
      </Group>
    </form>
  )
}
