import { Box, Button, Loader, Menu } from '@mantine/core'
import { IconDownload, IconFileTypeHtml, IconFileTypePdf } from '@tabler/icons-react'
import { ExportProgress } from '../../../ui/export-progress.tsx'
import { useExport } from '../../../lib/use-export.ts'
import textStyles from '../../../ui/text-styles.module.css'

const choices = [
  { format: 'pdf', name: 'PDF', text: 'To be sent and filed', icon: IconFileTypePdf },
  { format: 'html', name: 'Web page', text: 'One file, reads offline', icon: IconFileTypeHtml },
] as const
const names = Object.fromEntries(choices.map(({ format, name }) => [format, name]))

/** The story as a file, made on the server and saved when it is there. */
export const StoryExportMenu = ({ storyId }: { storyId: string }) => {
  const { state, start, dismiss } = useExport('story', storyId)
  const isMaking = state.status === 'making'
  return (
    <Box pos="relative">
      <Menu position="bottom-end" width={260}>
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
