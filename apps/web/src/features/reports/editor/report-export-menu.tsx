import { Box, Button, Loader, Menu } from '@mantine/core'
import { IconDownload, IconFileTypeDocx, IconFileTypeHtml, IconFileTypePdf, IconMarkdown } from '@tabler/icons-react'
import { useExport } from '../../../lib/use-export.ts'
import { ExportProgress } from '../../../ui/export-progress.tsx'
import textStyles from '../../../ui/text-styles.module.css'

const choices = [
  { format: 'pdf', name: 'PDF', text: 'To be sent and filed', icon: IconFileTypePdf },
  { format: 'docx', name: 'Word', text: 'To go on writing in a word processor', icon: IconFileTypeDocx },
  { format: 'html', name: 'Web page', text: 'One file, reads offline', icon: IconFileTypeHtml },
  { format: 'markdown', name: 'Markdown', text: 'Plain text with its marks', icon: IconMarkdown },
] as const
const names = Object.fromEntries(choices.map(({ format, name }) => [format, name]))

/** The report as a file, made on the server from what is saved. */
export const ReportExportMenu = ({ reportId, isSaved }: { reportId: string; isSaved: boolean }) => {
  const { state, start, dismiss } = useExport('report', reportId)
  const isMaking = state.status === 'making'
  return (
    <Box pos="relative">
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            aria-busy={isMaking}
            leftSection={isMaking ? <Loader size={14} aria-hidden /> : <IconDownload size={16} aria-hidden />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!isSaved && <Menu.Label>The file has what was saved last</Menu.Label>}
          {choices.map(({ format, name, text, icon: FormatIcon }) => (
            <Menu.Item
              key={format}
              disabled={isMaking}
              leftSection={<FormatIcon size={18} stroke={1.6} aria-hidden />}
              onClick={() => void start(format)}
            >
              {name}
              <Box component="span" className={textStyles.fine} display="block">
                {text}
              </Box>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ExportProgress state={state} names={names} onDismiss={dismiss} onRetry={(format) => void start(format)} />
    </Box>
  )
}
