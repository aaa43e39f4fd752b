import type { Approval, ApprovalDecision } from '@auspex/sdk'
import { useZeus } from '@auspex/sdk/assistant'
import { Box, Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatInstant } from '../../../lib/format.ts'
import { invalidateThreads } from '../zeus.queries.ts'
import classes from './answer.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** A change that waits for a yes: what would be different, in full, before anything is. */
export const ApprovalCard = ({ approval }: { approval: Approval }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { decide } = useZeus()
  const [decided, setDecided] = useState<Approval | null>(null)
  const decision = useMutation({
    mutationFn: (choice: ApprovalDecision['decision']) => decide(approval, choice),
    onSuccess: (after) => {
      setDecided(after)
      return invalidateThreads({ client, queryClient })
    },
  })
  const shown = decided ?? approval
  return (
    <section className={`${surfaces.panel} ${classes.approval}`} aria-label={`Proposed change: ${shown.title}`}>
      <p className={textStyles.strong}>{shown.title}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus */}
      <div className={classes.changes} role="group" aria-label="What would change" tabIndex={0}>
        {/* Lines of one proposal never change their order. */}
        <ul>
          {shown.changes.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      </div>
      {shown.state === 'pending' ? (
        <>
          <Group gap={8}>
            <Button size="compact-md" loading={decision.isPending} onClick={() => decision.mutate('approve')}>
              Yes, do it
            </Button>
            <Button
              size="compact-md"
              variant="default"
              disabled={decision.isPending}
              onClick={() => decision.mutate('refuse')}
            >
              No
            </Button>
          </Group>
          <Box component="p" className={textStyles.small}>
            Nothing changes without a yes. The proposal ends on {formatInstant(shown.expiresAt)}.
          </Box>
        </>
      ) : (
        <p className={shown.state === 'failed' ? textStyles.fault : textStyles.detail} role="status">
          {outcomeWords(shown)}
        </p>
      )}
      {decision.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(decision.error).detail ?? describeFailure(decision.error).message}
        </p>
      )}
    </section>
  )
}

const outcomeWords = ({ state, result, problem }: Approval): string => {
  if (state === 'approved') return result ?? 'Done.'
  if (state === 'refused') return 'You said no. Nothing was changed.'
  if (state === 'expired') return 'The proposal has ended. Ask again if it is still wanted.'
  return `It could not be done. ${problem ? `${problem.title}. ${problem.detail ?? ''}` : ''}`.trim()
}
