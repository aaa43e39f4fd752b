import type { AuspexClient } from '@auspex/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'
import { refreshAdministration } from './administration.queries.ts'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { Failure } from '../../ui/form-actions.tsx'

export interface Change<Result> {
  readonly run: (client: AuspexClient) => Promise<Result>
  /** The result, in a sentence that names the thing. */
  readonly toNotice: (result: Result) => string
  /** The reverse change, if it is safe; it is reported as well. */
  readonly undo?: (result: Result) => Change<unknown>
}

/** Makes a change, refetches the page, reports the result and offers to undo it. */
export const useChange = <Result,>() => {
  const client = useClient()
  const queryClient = useQueryClient()
  const tell = useTell()
  const make = async <Outcome,>({ run, toNotice, undo }: Change<Outcome>): Promise<Outcome> => {
    try {
      const result = await run(client)
      const back = undo?.(result)
      tell(
        toNotice(result),
        back && [
          {
            label: 'Undo',
            run: () => {
              make(back).catch((error: unknown) => {
                const { message, detail } = describeFailure(error)
                tell([`This could not be undone: ${message}.`, detail].filter(Boolean).join(' '))
              })
            },
          },
        ],
      )
      return result
    } finally {
      // also after a failure: somebody else may have changed it
      await refreshAdministration({ client, queryClient })
    }
  }
  return useMutation({ mutationFn: (change: Change<Result>) => make(change) })
}

interface ConfirmDialogProps {
  /** The question: "Disable Mira Solberg?" */
  title: string
  /** What will change, and what will not. */
  children: ReactNode
  /** The label of the button: "Disable Mira Solberg". */
  action: string
  isDanger?: boolean
  isPending: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before access is removed or something costly starts. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, children, action, isDanger = false, isPending, error, onConfirm, onClose } = props
  const failure = error === null ? null : describeFailure(error)
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap={16}>
        <div className={`${textStyles.soft} ${classes.words}`}>{children}</div>
        <Failure failure={failure} />
        <Group gap="xs">
          <Button
            color={isDanger ? 'red.9' : undefined}
            loading={isPending}
            onClick={onConfirm}
            data-autofocus={!isDanger || undefined}
          >
            {action}
          </Button>
          <Button variant="subtle" color="gray" onClick={onClose} data-autofocus={isDanger || undefined}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
