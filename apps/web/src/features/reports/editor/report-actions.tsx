import type { ZeusReport } from '@auspex/sdk'
import { ActionIcon, Button, Group, Menu, Modal, Stack } from '@mantine/core'
import {
  IconDots,
  IconEraser,
  IconFileDescription,
  IconHistory,
  IconRestore,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { AskZeus } from '../../../lib/links/link-button.tsx'
import { useDialogRequest } from '../../../lib/dialogs/dialog-request.tsx'
import { loadable } from '../../../lib/page/loadable.tsx'
import { summaryOptions, useDeleteReport } from '../reports.queries.ts'
import type { ReportEditor } from './use-report-editor.ts'
import classes from './editor.module.css'
import { useExport } from '../../../lib/files/exports.ts'
import { ExportMenu } from '../../../ui/export-menu.tsx'
import { seriesFiles, slidesFile, textFiles, workbookFile } from '../../../ui/text-files.ts'
import textStyles from '../../../ui/text-styles.module.css'

/** Asks for confirmation before the editor is cleared. */
const ResetDialog = ({ isStored, onReset, onClose }: ResetDialogProps) => (
  <Modal opened onClose={onClose} title="Reset the editor?" closeButtonProps={{ 'aria-label': 'Close' }}>
    <Stack gap={16}>
      <p className={textStyles.soft}>
        Title, text and messages are cleared; what is not saved is lost.
        {isStored && ' The saved report stays as it is. What you write next will be a new one.'}
      </p>
      <Group gap="xs">
        <Button color="red.9" onClick={onReset}>
          Reset
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
          Cancel
        </Button>
      </Group>
    </Stack>
  </Modal>
)

const reportFiles = [...textFiles, slidesFile, workbookFile, ...seriesFiles]

/** Exports the report as a file, created on the server from the saved version. */
const ReportExport = ({ reportId, isSaved }: { reportId: string; isSaved: boolean }) => {
  const label = isSaved ? {} : { label: 'The file contains the last saved version' }
  return <ExportMenu {...useExport('report', reportId)} sections={[{ ...label, choices: reportFiles }]} width={280} />
}

const ReportHistory = loadable(async () => (await import('./version-history.tsx')).ReportHistory)
const SummaryDialog = loadable(async () => (await import('../../../ui/summary-dialog.tsx')).SummaryDialog)

/** An extractive summary of the saved report. */
const ReportSummary = ({ report, onClose }: { report: ZeusReport; onClose: () => void }) => (
  <SummaryDialog
    read={useQuery(summaryOptions(useClient(), report.id))}
    toFailureMessage={(error) => describeFailure(error).message}
    empty="The report has no sentences to summarize yet."
    onClose={onClose}
  />
)

interface ReportActionsProps {
  editor: ReportEditor
  /** Null until it was first saved. */
  report: ZeusReport | null
  onSave: () => void
}

/** The actions on a whole report. */
export const ReportActions = ({ editor, report, onSave }: ReportActionsProps) => {
  const openDialog = useDialogRequest()
  const navigate = useNavigate()
  const remove = useDeleteReport()
  const [opened, setOpened] = useState<'history' | 'summary' | 'reset' | null>(null)
  const close = () => setOpened(null)
  const removeAndLeave = async (removed: ZeusReport) => {
    if (await remove(removed)) await navigate({ to: '/reports', search: {} })
  }
  const reset = () => {
    close()
    void editor.reset()
  }
  const isEmpty = report === null && editor.state.content.trim() === '' && editor.title.trim() === ''
  return (
    <Group className={classes.actions} gap={5}>
      {report !== null && (
        <>
          <AskZeus about={{ report: report.id }} name="this report" />
          <ReportExport reportId={report.id} isSaved={editor.isSaved} />
          <Button
            variant="default"
            leftSection={<IconShare2 size={16} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() =>
              openDialog?.({ kind: 'share', item: { kind: 'report', itemId: report.id, title: report.title } })
            }
          >
            Share
          </Button>
        </>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label="More for this report">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {report !== null && (
            <>
              <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setOpened('history')}>
                Version history
              </Menu.Item>
              <Menu.Item
                leftSection={<IconFileDescription size={16} aria-hidden />}
                onClick={() => setOpened('summary')}
              >
                Summary
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={<IconRestore size={16} aria-hidden />}
            disabled={editor.isSaved}
            onClick={editor.discard}
          >
            Discard unsaved changes
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEraser size={16} aria-hidden />}
            disabled={isEmpty && editor.state.selectedMessages.length === 0}
            onClick={() => setOpened('reset')}
          >
            Reset
          </Menu.Item>
          {report !== null && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void removeAndLeave(report)}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Button
        onClick={onSave}
        loading={editor.saving.status === 'saving'}
        disabled={isEmpty || (report !== null && editor.isSaved)}
      >
        Save
      </Button>
      <Suspense>
        {opened === 'history' && report && <ReportHistory report={report} onTake={editor.take} onClose={close} />}
        {opened === 'summary' && report && <ReportSummary report={report} onClose={close} />}
        {opened === 'reset' && <ResetDialog isStored={report !== null} onReset={reset} onClose={close} />}
      </Suspense>
    </Group>
  )
}

interface ResetDialogProps {
  /** Whether a saved report remains. */
  isStored: boolean
  onReset: () => void
  onClose: () => void
}
