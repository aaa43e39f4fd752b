import type { ZeusReport } from '@auspex/sdk'
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots, IconFileDescription, IconHistory, IconRestore, IconShare2, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { AskZeus } from '../../../lib/ask-zeus.tsx'
import { useDialogRequest } from '../../../lib/dialog-request.tsx'
import { loadable } from '../../../lib/loadable.tsx'
import { useDeleteReport } from '../use-delete-report.ts'
import { ReportExportMenu } from './report-export-menu.tsx'
import type { ReportEditor } from './use-report-editor.ts'
import classes from './editor.module.css'

const VersionHistory = loadable(async () => (await import('../versions/version-history.tsx')).VersionHistory)
const ReportSummary = loadable(async () => (await import('../versions/report-summary.tsx')).ReportSummary)

interface ReportActionsProps {
  editor: ReportEditor
  /** Null before it was saved the first time. */
  report: ZeusReport | null
  onSave: () => void
}

/** What can be done with a report as a whole. */
export const ReportActions = ({ editor, report, onSave }: ReportActionsProps) => {
  const openDialog = useDialogRequest()
  const navigate = useNavigate()
  const remove = useDeleteReport()
  const [opened, setOpened] = useState<'history' | 'summary' | null>(null)
  const close = () => setOpened(null)
  const removeAndLeave = async (removed: ZeusReport) => {
    if (await remove(removed)) await navigate({ to: '/reports', search: {} })
  }
  const isEmpty = report === null && editor.state.content.trim() === '' && editor.title.trim() === ''
  return (
    <Group className={classes.actions} gap={5}>
      {report !== null && (
        <>
          <AskZeus about={{ report: report.id }} name="this report" />
          <ReportExportMenu reportId={report.id} isSaved={editor.isSaved} />
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
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <ActionIcon variant="default" size="input-sm" aria-label="More for this report">
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setOpened('history')}>
                Version history
              </Menu.Item>
              <Menu.Item
                leftSection={<IconFileDescription size={16} aria-hidden />}
                onClick={() => setOpened('summary')}
              >
                Summary
              </Menu.Item>
              <Menu.Item
                leftSection={<IconRestore size={16} aria-hidden />}
                disabled={editor.isSaved}
                onClick={() => editor.take(report)}
              >
                Discard what is not saved
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void removeAndLeave(report)}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <Button
        onClick={onSave}
        loading={editor.saving.status === 'saving'}
        disabled={isEmpty || (report !== null && editor.isSaved)}
      >
        Save
      </Button>
      <Suspense>
        {opened === 'history' && report && <VersionHistory report={report} onTake={editor.take} onClose={close} />}
        {opened === 'summary' && report && <ReportSummary report={report} onClose={close} />}
      </Suspense>
    </Group>
  )
}
