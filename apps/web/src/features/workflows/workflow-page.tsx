import { NotFoundError, type Workflow } from '@auspex/sdk'
import { Group, Skeleton, Button } from '@mantine/core'
import { IconCopy, IconPencil, IconHandStop, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Failure } from '../../ui/form-actions.tsx'
import layout from '../../ui/layout.module.css'
import { Page, Section } from '../../ui/page.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { EditWorkflow } from './builder/edit-workflow.tsx'
import { Missing } from './missing.tsx'
import { ParameterFields, firstValues, toValues } from './parameter-field.tsx'
import { RunList } from './run-list.tsx'
import { ScheduleSection } from './schedule/schedule-section.tsx'
import classes from './workflows.module.css'
import { workflowOptions, toolsOptions, useStartRun } from './workflows.queries.ts'

/** A form for the workflow's parameters, which starts a run. */
const RunForm = ({ workflow }: { workflow: Workflow }) => {
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
      <ParameterFields parameters={workflow.parameters} values={values} onChange={setValues} />
      <Failure failure={failure} />
      <Group gap={8}>
        <Button type="submit" loading={start.isPending} leftSection={<IconPlayerPlay size={16} aria-hidden />}>
          Run
        </Button>
      </Group>
    </form>
  )
}

/** What a workflow does, step by step. */
const StepList = ({ workflow }: { workflow: Workflow }) => {
  const { data } = useQuery(toolsOptions(useClient()))
  return (
    <ol className={classes.rows}>
      {workflow.steps.map(({ id, title, tool, approval }, place) => (
        <li key={id} className={classes.row}>
          <span className={classes.number}>{place + 1}</span>
          <div className={classes.grow}>
            <p className={textStyles.text}>{title}</p>
            <p className={textStyles.caption}>{data?.items.find(({ name }) => name === tool)?.description ?? tool}</p>
          </div>
          {approval && <IconHandStop size={17} stroke={1.7} role="img" aria-label="Asks you first" />}
        </li>
      ))}
    </ol>
  )
}

const route = getRouteApi('/workflows/$workflowId')

/** One workflow: its parameters, its steps, its schedule, and its runs. */
export const WorkflowPage = ({ workflowId }: { workflowId: string }) => {
  const { edit } = route.useSearch()
  const { data, error, refetch } = useQuery(workflowOptions(useClient(), workflowId))
  if (data === undefined && error instanceof NotFoundError)
    return (
      <Missing title="Workflow not found" text="It may have been deleted, or it belongs to another organization." />
    )
  if (data === undefined)
    return (
      <Page>
        {error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} level={1} />
        ) : (
          <div role="group" aria-busy="true" aria-label="Loading the workflow">
            <Skeleton height={180} radius="md" />
          </div>
        )}
      </Page>
    )
  return (
    <Page>
      <title>{`${data.title} · Auspex`}</title>
      <div className={layout.head}>
        <div>
          <h1>{data.title}</h1>
          <p className={textStyles.lead}>{data.description}</p>
        </div>
        <Actions workflow={data} isEditing={edit !== undefined} />
      </div>
      {edit !== undefined && data.isMine ? <EditWorkflow workflow={data} /> : <Overview workflow={data} />}
    </Page>
  )
}

const Actions = ({ workflow: { id, isMine }, isEditing }: { workflow: Workflow; isEditing: boolean }) => (
  <Group gap={8}>
    {isMine && !isEditing && (
      <LinkButton
        to="/workflows/$workflowId"
        params={{ workflowId: id }}
        search={{ edit: '1' }}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        Edit
      </LinkButton>
    )}
    <LinkButton
      to="/workflows/new"
      search={{ from: id }}
      variant="default"
      leftSection={<IconCopy size={16} aria-hidden />}
    >
      Copy
    </LinkButton>
  </Group>
)

const Overview = ({ workflow }: { workflow: Workflow }) => (
  <>
    <Section title="Run it">
      <RunForm workflow={workflow} />
    </Section>
    <Section title="Steps" hint="They run in this order. A hand marks the steps that ask you first.">
      <StepList workflow={workflow} />
    </Section>
    <ScheduleSection workflow={workflow} />
    <Section title="History" hint="Your runs of this workflow.">
      <RunList workflowId={workflow.id} />
    </Section>
  </>
)
