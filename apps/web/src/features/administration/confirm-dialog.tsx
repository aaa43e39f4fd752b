import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'

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
        {failure && (
          <p className={textStyles.fault} role="alert">
            {failure.message}. {failure.detail}
          </p>
        )}
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
