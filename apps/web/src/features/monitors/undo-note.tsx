import { Button, Flex } from '@mantine/core'
import { describeFailure } from '../../lib/failure.ts'
import classes from './subscription-list.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface UndoNoteProps {
  text: string
  error: unknown
  isPending: boolean
  onUndo: () => void
}

/** It is gone on the server; undo makes it again. */
export const UndoNote = ({ text, error, isPending, onUndo }: UndoNoteProps) => (
  <Flex component="output" className={`${textStyles.text} ${classes.undo}`} wrap="wrap" gap="8px 12px" align="center">
    <span>
      {text}
      {error !== null && error !== undefined && ` ${describeFailure(error).message}.`}
    </span>
    <Button size="compact-sm" variant="default" loading={isPending} onClick={onUndo}>
      Undo
    </Button>
  </Flex>
)
