import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './answer.module.css'

interface ActProps {
  label: string
  isPressed?: boolean
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** One thing to do with an answer: a sign, whose words are said and shown on demand. */
export const Act = ({ label, isPressed, isDisabled = false, onClick, children }: ActProps) => (
  <Tooltip label={label}>
    <ActionIcon
      size="md"
      aria-label={label}
      aria-pressed={isPressed}
      data-pressed={isPressed || undefined}
      className={classes.act}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)
