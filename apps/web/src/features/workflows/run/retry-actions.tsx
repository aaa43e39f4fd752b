import { Button } from '@mantine/core'
import type { RetryWorkflowRunInput, WorkflowRun } from '@auspex/sdk'
import { IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { useRetryRun } from '../workflows.queries.ts'
import textStyles from '../../../ui/text-styles.module.css'

/** Goes on where a run failed, with its own steps or with those that the workflow has now. */
export const RetryActions = ({ run }: { run: WorkflowRun }) => {
  const navigate = useNavigate()
  const retry = useRetryRun(useClient(), run.id)
  if (run.state !== 'failed' && run.state !== 'cancelled') return null
  const isNewer = run.newestVersion !== null && run.newestVersion !== run.version
  const go = (version: RetryWorkflowRunInput['version']) =>
    retry.mutate(
      { version },
      { onSuccess: ({ id }) => void navigate({ to: '/workflows/runs/$runId', params: { runId: id } }) },
    )
  return (
    <>
      {isNewer && (
        <Button
          loading={retry.isPending}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => go('newest')}
        >
          Go on with version {run.newestVersion}
        </Button>
      )}
      <Button
        variant={isNewer ? 'default' : 'filled'}
        loading={retry.isPending}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => go('same')}
      >
        {isNewer ? `Go on with version ${run.version}` : 'Go on where it ended'}
      </Button>
      {retry.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(retry.error).detail ?? describeFailure(retry.error).message}
        </p>
      )}
    </>
  )
}
