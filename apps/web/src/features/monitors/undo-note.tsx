import { Button } from '@mantine/core'
import { describeFailure } from '../../lib/failure.ts'
import classes from './subscription-list.module.css'

interface UndoNoteProps {
  text: string
  error: unknown
  isPending: boolean
  onUndo: () => void
}

/** It is gone on the server; undo makes it again. */
export const UndoNote = ({ text, error, isPending, onUndo }: UndoNoteProps) => (
  <output className={classes.undo}>
    <span>
      {text}
      {error !== null && error !== undefined && ` ${describeFailure(error).message}.`}
    </span>
    <Button size="compact-sm" variant="default" loading={isPending} onClick={onUndo}>
      Undo
    </Button>
  </output>
)
