import { Button, Flex } from '@mantine/core'
import { describeFailure } from '../../lib/api/failure.ts'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

interface UndoNoteProps {
  text: string
  error: unknown
  isPending: boolean
  onUndo: () => void
}

/** The item is already deleted on the server; undo creates it again. */
export const UndoNote = ({ text, error, isPending, onUndo }: UndoNoteProps) => (
  <Flex
    component="output"
    className={`${textStyles.text} ${surfaces.muted}`}
    mb={12}
    py={10}
    px={14}
    wrap="wrap"
    gap="8px 12px"
    align="center"
  >
    <span>
      {text}
      {error !== null && error !== undefined && ` ${describeFailure(error).message}.`}
    </span>
    <Button size="compact-sm" variant="default" loading={isPending} onClick={onUndo}>
      Undo
    </Button>
  </Flex>
)
