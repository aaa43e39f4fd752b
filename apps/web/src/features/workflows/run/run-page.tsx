import { Button, Group, Skeleton } from '@mantine/core'
import { NotFoundError, type WorkflowRun } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatDay, formatInstant, formatPlural } from '../../../lib/format.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Page } from '../../../ui/page.tsx'
import { Section } from '../../../ui/section.tsx'
import { Missing } from '../missing.tsx'
import { StateMark } from '../state-mark.tsx'
import { runWords, triggerWords } from '../workflow-words.ts'
import { isUnderWay, runOptions, useCancelRun, workflowOptions } from '../workflows.queries.ts'
import { ApprovalCard } from './approval-card.tsx'
import { CompareRuns } from './compare-runs.tsx'
import { RetryActions } from './retry-actions.tsx'
import { RunResult } from './run-result.tsx'
import { RunSteps } from './run-steps.tsx'
import classes from '../workflows.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/workflows/runs/$runId')

/** A run: how far it is, what it asks, what it wrote. */
export const RunPage = ({ runId }: { runId: string }) => {
  const { with: other } = route.useSearch()
  const { data, error, refetch } = useQuery(runOptions(useClient(), runId))
  if (data === undefined && error instanceof NotFoundError)
    return <Missing title="There is no such run" text="It was deleted with its workflow, or somebody else began it." />
  if (data === undefined)
    return (
      <Page>
        {error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} level={1} />
        ) : (
          <div role="group" aria-busy="true" aria-label="Loading the run">
            <Skeleton height={180} radius="md" />
          </div>
        )}
      </Page>
    )
  return (
    <Page>
      <title>{`${data.workflowTitle} · Auspex`}</title>
      <RunHead run={data} />
      {data.steps.map(
        (step) =>
          step.state === 'waiting' &&
          step.approval !== null && (
            <ApprovalCard key={step.id} runId={runId} stepId={step.id} approval={step.approval} />
          ),
      )}
      {other !== undefined ? (
        <CompareRuns run={data} otherId={other} />
      ) : (
        data.result !== null && <RunResult run={data} result={data.result} />
      )}
      <Section title="Steps" hint={`${data.calls} of ${formatPlural(data.budget.maxCalls, 'call')} used.`}>
        <RunSteps run={data} />
      </Section>
    </Page>
  )
}

/** What the run is about, by the labels of the form that began it. */
const RunParameters = ({ run: { workflowId, parameters } }: { run: WorkflowRun }) => {
  const { data } = useQuery(workflowOptions(useClient(), workflowId))
  if (parameters.length === 0) return null
  const told = parameters.map(({ name, value }) => {
    const parameter = data?.parameters.find((one) => one.name === name)
    return `${parameter?.label ?? name}: ${parameter?.type === 'day' ? formatDay(value) : value.replaceAll('\n', ', ')}`
  })
  return <p className={textStyles.caption}>{told.join(' · ')}</p>
}

const RunHead = ({ run }: { run: WorkflowRun }) => {
  const { id, workflowId, workflowTitle, state, trigger, retryOf, startedAt, stepCount, stepsEnded, failure } = run
  const cancel = useCancelRun(useClient())
  const canCancel = isUnderWay(state) || state === 'waiting'
  return (
    <div>
      <div className={classes.head}>
        <div>
          <h1>{workflowTitle}</h1>
          <p className={`${textStyles.lead} ${classes.state}`} role="status">
            <StateMark state={state} />
            {runWords[state]}
            {isUnderWay(state) && `: ${stepsEnded} of ${stepCount} steps`}
          </p>
          <p className={textStyles.caption}>
            {formatInstant(startedAt)} ·{' '}
            {retryOf === null ? (
              triggerWords[trigger]
            ) : (
              <>
                went on from{' '}
                <Link className={textStyles.inSentence} to="/workflows/runs/$runId" params={{ runId: retryOf }}>
                  the run before
                </Link>
              </>
            )}{' '}
            ·{' '}
            <Link className={textStyles.inSentence} to="/workflows/$workflowId" params={{ workflowId }}>
              About this workflow
            </Link>
          </p>
          <RunParameters run={run} />
        </div>
        <Group gap={8}>
          {canCancel && (
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
              Cancel the run
            </Button>
          )}
          <RetryActions run={run} />
        </Group>
      </div>
      {failure !== null && (
        <p className={`${textStyles.fault} ${classes.failure}`} role="alert">
          {failure.reason}
        </p>
      )}
      {state === 'unchanged' && (
        <p className={textStyles.remark}>It found the same as the run before it, so it wrote and asked nothing.</p>
      )}
    </div>
  )
}
