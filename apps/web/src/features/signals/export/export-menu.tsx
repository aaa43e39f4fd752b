import { Box, Button, Loader, Menu } from '@mantine/core'
import {
  IconDownload,
  IconFileTypeCsv,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconFileZip,
  IconJson,
  IconPrinter,
  type Icon,
} from '@tabler/icons-react'
import type { ExportFormat } from '@auspex/sdk'
import { useExport } from '../../../lib/files/exports.ts'
import { ExportProgress } from '../../../ui/export-menu.tsx'
import { requestPrint } from './use-printing.ts'
import './print.css'
import textStyles from '../../../ui/text-styles.module.css'

interface Choice {
  readonly format: ExportFormat
  readonly name: string
  readonly text: string
  readonly icon: Icon
}

const toRead: readonly Choice[] = [
  { format: 'pdf', name: 'PDF', text: 'To be sent and filed', icon: IconFileTypePdf },
  { format: 'html', name: 'Web page', text: 'One file, reads offline', icon: IconFileTypeHtml },
]
const toCount: readonly Choice[] = [
  {
    format: 'csv-excel',
    name: 'CSV for Excel',
    text: 'All matching documents, in Excel’s encoding',
    icon: IconFileTypeCsv,
  },
  { format: 'csv', name: 'CSV', text: 'All matching documents, for other programs', icon: IconFileTypeCsv },
  { format: 'jsonl', name: 'JSON lines', text: 'All matching documents, for a program', icon: IconJson },
  { format: 'bundle', name: 'Reproducible bundle', text: 'Everything to count each number again', icon: IconFileZip },
]
const names = Object.fromEntries([...toRead, ...toCount].map(({ format, name }) => [format, name]))

/** The report as a file. Each option states its purpose; the file is created on the server and downloaded when it is ready. */
export const ExportMenu = ({ signalId }: { signalId: string }) => {
  const { state, start, dismiss } = useExport('signal', signalId)
  const isMaking = state.status === 'making'
  return (
    <Box pos="relative">
      <Menu position="bottom-end" width={300}>
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
          <Menu.Label>To read</Menu.Label>
          {toRead.map((choice) => (
            <Item key={choice.format} {...choice} isDisabled={isMaking} onChoose={start} />
          ))}
          <Menu.Item leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />} onClick={requestPrint}>
            Print this page
          </Menu.Item>
          <Menu.Label>To count with</Menu.Label>
          {toCount.map((choice) => (
            <Item key={choice.format} {...choice} isDisabled={isMaking} onChoose={start} />
          ))}
        </Menu.Dropdown>
      </Menu>
      <ExportProgress state={state} names={names} onDismiss={dismiss} onRetry={(format) => void start(format)} />
    </Box>
  )
}

const Item = ({
  format,
  name,
  text,
  icon: FormatIcon,
  isDisabled,
  onChoose,
}: Choice & { isDisabled: boolean; onChoose: (format: ExportFormat) => Promise<void> }) => (
  <Menu.Item
    disabled={isDisabled}
    leftSection={<FormatIcon size={18} stroke={1.6} aria-hidden />}
    onClick={() => void onChoose(format)}
  >
    {name}
    <Box component="span" className={textStyles.fine} display="block">
      {text}
    </Box>
  </Menu.Item>
)
