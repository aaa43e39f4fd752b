import { Button, Group } from '@mantine/core'
import type { WorkflowApproval, WorkflowDecisionInput } from '@auspex/sdk'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { useDecideStep } from '../workflows.queries.ts'
import classes from '../workflows.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface ApprovalCardProps {
  runId: string
  stepId: string
  approval: WorkflowApproval
}

/** What a step would do, in full, before anything is done. */
export const ApprovalCard = ({ runId, stepId, approval }: ApprovalCardProps) => {
  const decide = useDecideStep(useClient(), runId, stepId)
  const answer = (decision: WorkflowDecisionInput['decision']) =>
    decide.mutate({ decision, inputHash: approval.inputHash })
  return (
    <section
      className={`${surfaces.panel} ${classes.approval}`}
      aria-label={`Your answer is needed: ${approval.title}`}
    >
      <h2 className={classes.title}>{approval.title}?</h2>
      {approval.lines.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus
        <div className={classes.lines} role="group" aria-label="What changes" tabIndex={0}>
          {/* The lines of one question never change their order. */}
          {approval.lines.map((line, place) => (
            <p key={place}>{line}</p>
          ))}
        </div>
      )}
      <Group gap={8}>
        <Button loading={decide.isPending} onClick={() => answer('approve')}>
          Yes, do it
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={() => answer('refuse')}>
          No
        </Button>
        <span className={textStyles.caption}>The run waits for you, however long it takes.</span>
      </Group>
      {decide.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(decide.error).detail ?? describeFailure(decide.error).message}
        </p>
      )}
    </section>
  )
}
