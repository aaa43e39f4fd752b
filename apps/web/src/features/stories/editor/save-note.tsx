import { Button, Flex } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconLoader2 } from '@tabler/icons-react'
import { describeFailure } from '../../../lib/failure.ts'
import type { SaveState } from './save-queue.ts'
import { FieldConflict } from './stale-field.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface SaveNoteProps {
  state: SaveState
  onRetry: () => void
  /** Shows both versions again. */
  onCompare: () => void
}

/** Whether everything is stored. Nobody has to press a button for it, so everybody wants to know. */
export const SaveNote = ({ state, onRetry, onCompare }: SaveNoteProps) => (
  <Flex component="output" className={`${textStyles.caption} ${classes.saveNote}`} data-status={state.status}>
    {state.status === 'saved' && (
      <>
        <IconCheck size={15} stroke={2} aria-hidden /> Saved
      </>
    )}
    {state.status === 'saving' && (
      <>
        <IconLoader2 size={15} stroke={2} aria-hidden className={classes.spin} /> Saving…
      </>
    )}
    {state.status === 'failed' && (
      <>
        <IconAlertTriangle size={15} stroke={2} aria-hidden /> Could not save: {sayWhy(state.error)}
        {state.error instanceof FieldConflict ? (
          <Button size="compact-xs" variant="subtle" onClick={onCompare}>
            Compare
          </Button>
        ) : (
          <Button size="compact-xs" variant="subtle" onClick={onRetry}>
            Try again
          </Button>
        )}
      </>
    )}
  </Flex>
)

const sayWhy = (error: unknown): string => {
  if (error instanceof FieldConflict) return 'somebody else changed it meanwhile.'
  const { message, detail } = describeFailure(error)
  return `${detail ?? `${message}.`} What you typed is kept in this browser.`
}
