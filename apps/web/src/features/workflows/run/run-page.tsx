import { Button, Group, Skeleton } from '@mantine/core'
import { NotFoundError, type WorkflowRun } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatInstant, formatPlural } from '../../../lib/format.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Page } from '../../../ui/page.tsx'
import { Section } from '../../../ui/section.tsx'
import { Missing } from '../missing.tsx'
import { runWords, triggerWords } from '../workflow-words.ts'
import { isUnderWay, runOptions, useCancelRun } from '../workflows.queries.ts'
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
      <Section title="Steps" hint={`${formatPlural(data.calls, 'call')} of ${data.budget.maxCalls} that it may make.`}>
        <RunSteps run={data} />
      </Section>
    </Page>
  )
}

const RunHead = ({ run }: { run: WorkflowRun }) => {
  const { id, workflowId, workflowTitle, state, trigger, startedAt, parameters, stepCount, stepsEnded, failure } = run
  const cancel = useCancelRun(useClient())
  const canCancel = isUnderWay(state) || state === 'waiting'
  return (
    <div>
      <div className={classes.head}>
        <div>
          <h1>{workflowTitle}</h1>
          <p className={textStyles.lead} role="status">
            {runWords[state]}
            {isUnderWay(state) && `: ${stepsEnded} of ${stepCount} steps`}
          </p>
          <p className={textStyles.caption}>
            {formatInstant(startedAt)} · {triggerWords[trigger]} ·{' '}
            <Link className={textStyles.inSentence} to="/workflows/$workflowId" params={{ workflowId }}>
              About this workflow
            </Link>
          </p>
          {parameters.length > 0 && (
            <p className={textStyles.caption}>
              {parameters.map(({ name, value }) => `${name}: ${value.replaceAll('\n', ', ')}`).join(' · ')}
            </p>
          )}
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
        <p className={textStyles.fault} role="alert">
          {failure.reason}
        </p>
      )}
      {state === 'unchanged' && (
        <p className={textStyles.remark}>It found the same as the run before it, so it wrote and asked nothing.</p>
      )}
    </div>
  )
}
