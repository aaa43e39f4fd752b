import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import textStyles from './text-styles.module.css'

type FailureText =
  | { readonly message: string; readonly detail?: string | undefined }
  | string
  | false
  | null
  | undefined

/** Why a change failed; nothing if it did not. */
export const Failure = ({ failure }: { failure: FailureText }) =>
  failure ? (
    <p className={textStyles.fault} role="alert">
      {typeof failure === 'string' ? failure : [`${failure.message}.`, failure.detail].filter(Boolean).join(' ')}
    </p>
  ) : null

interface CancelButtonProps {
  onClick: () => void
  children?: ReactNode
  size?: 'compact-md'
}

/** The less prominent button beside another: "Cancel", or "Close" and "Done" where there is nothing to cancel. */
export const CancelButton = ({ onClick, children = 'Cancel', size }: CancelButtonProps) => (
  <Button variant="subtle" color="gray" size={size} onClick={onClick}>
    {children}
  </Button>
)

interface FormActionsProps {
  /** The label of the button that submits the form. */
  children: ReactNode
  failure: FailureText
  isPending: boolean
  onCancel: () => void
}

/** The end of a form: why it could not be saved, and its buttons. */
export const FormActions = ({ children, failure, isPending, onCancel }: FormActionsProps) => (
  <>
    <Failure failure={failure} />
    <Group gap="xs">
      <Button type="submit" loading={isPending}>
        {children}
      </Button>
      <CancelButton onClick={onCancel} />
    </Group>
  </>
)
