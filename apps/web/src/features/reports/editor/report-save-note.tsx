import { ConflictError } from '@auspex/sdk'
import { Button, Flex } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react'
import { describeFailure } from '../../../lib/failure.ts'
import type { ReportEditor } from './use-report-editor.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Whether what is on the screen is stored. */
export const ReportSaveNote = ({
  editor: { saving, isSaved, state },
  onRetry,
}: {
  editor: ReportEditor
  onRetry: () => void
}) => (
  <Flex component="output" className={`${textStyles.caption} ${classes.saveNote}`} data-status={saving.status}>
    {saving.status === 'failed' ? (
      <>
        <IconAlertTriangle size={15} stroke={2} aria-hidden /> Could not save: {sayWhy(saving.error)}
        <Button size="compact-xs" variant="subtle" onClick={onRetry}>
          {saving.error instanceof ConflictError ? 'Compare' : 'Try again'}
        </Button>
      </>
    ) : isSaved ? (
      state.selectedReport !== null && (
        <>
          <IconCheck size={15} stroke={2} aria-hidden /> Saved
        </>
      )
    ) : (
      <>
        <IconPencil size={15} stroke={2} aria-hidden /> Not saved yet; kept in this browser
      </>
    )}
  </Flex>
)

const sayWhy = (error: unknown): string => {
  if (error instanceof ConflictError) return 'it was changed elsewhere meanwhile.'
  const { message, detail } = describeFailure(error)
  return `${detail ?? `${message}.`} What you typed is kept in this browser.`
}
