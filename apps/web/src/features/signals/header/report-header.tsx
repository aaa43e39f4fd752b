import { Menu, Group, Tooltip, Button, Box } from '@mantine/core'
import {
  IconFileTypeCsv,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconFileZip,
  IconJson,
  IconPrinter,
  IconBell,
  IconChartLine,
  IconRefresh,
  IconSend,
  IconCheck,
  IconLink,
  IconShare2,
} from '@tabler/icons-react'
import type { SignalReport, Counts, ShardCoverage } from '@auspex/sdk'
import { Suspense, useRef, useState } from 'react'
import { useClipboard } from '@mantine/hooks'
import { useExport } from '../../../lib/files/exports.ts'
import { ExportMenu } from '../../../ui/export-menu.tsx'
import { requestPrint } from '../export/use-printing.ts'
import { AskZeus, LinkButton } from '../../../lib/links/link-button.tsx'
import { useModules } from '../../../lib/people/modules.ts'
import { SaveButton } from '../../../lib/dialogs/save-signals.tsx'
import { toSearch } from '../question/use-ask.ts'
import { AddToStory } from '../add-to-story.tsx'
import { laterParts } from '../later-parts.tsx'
import { useDialogRequest } from '../../../lib/dialogs/dialog-request.tsx'
import { formatDayRange, formatInstant, formatShare, formatSince, formatCount } from '../../../lib/numbers/format.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import type { SeriesRange } from '../series/use-series.ts'
import '../export/print.css'
import classes from './header.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import layout from '../../../ui/layout.module.css'

const exportSections = [
  {
    label: 'For reading',
    choices: [
      { format: 'pdf', name: 'PDF', text: 'For sending and filing', icon: IconFileTypePdf },
      { format: 'html', name: 'Web page', text: 'One file, works offline', icon: IconFileTypeHtml },
    ],
    more: (
      <Menu.Item leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />} onClick={requestPrint}>
        Print this page
      </Menu.Item>
    ),
  },
  {
    label: 'For analysis',
    choices: [
      {
        format: 'csv-excel',
        name: 'CSV for Excel',
        text: 'All matching documents, in Excel’s encoding',
        icon: IconFileTypeCsv,
      },
      { format: 'csv', name: 'CSV', text: 'All matching documents, for other programs', icon: IconFileTypeCsv },
      { format: 'jsonl', name: 'JSON lines', text: 'All matching documents, for a program', icon: IconJson },
      {
        format: 'bundle',
        name: 'Reproducible bundle',
        text: 'Everything needed to recompute each number',
        icon: IconFileZip,
      },
    ],
  },
] as const

/** The report as a file. Each option states its purpose; the file is created on the server and downloaded when it is ready. */
const ReportExport = ({ signalId }: { signalId: string }) => (
  <ExportMenu {...useExport('signal', signalId)} sections={exportSections} width={300} />
)

/** The actions on a report. On a phone only their icons are shown. */
export const ReportActions = ({ report }: { report: SignalReport }) => {
  const isOn = useModules()
  const { from: _from, to: _to, ...monitored } = toSearch(report.query)
  const again = { ...toSearch(report.query), force: '1' as const }
  return (
    <Group className={`${layout.icons} ${classes.actions}`} gap={5} wrap="nowrap">
      <SaveButton signals={[{ signalId: report.signalId, title: report.query.title }]} />
      <AddToStory report={report} />
      <AskZeus about={{ signals: [report.signalId] }} name="this report" />
      <LinkButton
        to="/compare"
        search={{ signals: report.signalId }}
        preload={false}
        variant="default"
        leftSection={<IconChartLine size={16} aria-hidden />}
      >
        Compare
      </LinkButton>
      {isOn('monitors') && (
        <LinkButton
          to="/monitors"
          search={monitored}
          preload={false}
          variant="default"
          aria-label="Monitor this"
          leftSection={<IconBell size={16} aria-hidden />}
        >
          Monitor
        </LinkButton>
      )}
      <SendSignal signalId={report.signalId} title={report.query.title} />
      <ReportExport signalId={report.signalId} />
      <LinkMenu report={report} />
      <Tooltip label="Measure again">
        <LinkButton
          to="/search"
          search={again}
          preload={false}
          variant={report.stale ? 'filled' : 'default'}
          aria-label="Measure again"
        >
          <IconRefresh size={16} aria-hidden />
        </LinkButton>
      </Tooltip>
    </Group>
  )
}

/** Sends a signal to colleagues, who find it in their inbox. */
const SendSignal = ({ signalId, title }: { signalId: string; title: string }) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-label="Send to a colleague"
        onClick={() => setOpen(true)}
      >
        Send
      </Button>
      <Suspense>{isOpen && <laterParts.SendSignalDialog signalId={signalId} title={title} onClose={close} />}</Suspense>
    </>
  )
}

/** Two kinds of links: the address of this page, for colleagues who are signed in, and a share link for anyone else. */
const LinkMenu = ({ report: { signalId, query } }: { report: SignalReport }) => {
  const clipboard = useClipboard({ timeout: 2000 })
  const openDialog = useDialogRequest()
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <Button variant="default" aria-label={clipboard.copied ? 'Link copied' : 'Links to this report'}>
          {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => clipboard.copy(window.location.href)}
        >
          Copy link
        </Menu.Item>
        <Menu.Item
          leftSection={<IconShare2 size={16} aria-hidden />}
          onClick={() =>
            openDialog?.({ kind: 'share', item: { kind: 'signal', itemId: signalId, title: query.title } })
          }
        >
          Share with a link that ends
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface ReportNoteProps {
  /** The report of the figures. */
  report: SignalReport
  range: SeriesRange
  /** Whether they cover only the chosen days. */
  isScoped: boolean
  isCounting: boolean
}

/** When it was measured, and what to know about the figures. */
export const ReportNote = ({ report, range, isScoped, isCounting }: ReportNoteProps) => {
  const now = useNow()
  return (
    <Box component="p" className={textStyles.caption} mt={10}>
      {isCounting ? (
        <span role="status">Counting the chosen days…</span>
      ) : (
        <>
          <span title={formatInstant(report.computedAt)}>Measured {formatSince(report.computedAt, now)}</span>, of{' '}
          {isScoped
            ? `the chosen days, ${formatDayRange(range.first, range.last)}; the story beside the chart is of all days`
            : 'all days of the report'}
          .{!isScoped && !range.isWhole && ' The chosen days could not be counted.'}
        </>
      )}{' '}
      Ranges beside a figure are 95 % intervals.
      {report.provenance === 'demo' && ' The documents are made up for the demo.'}
      {isSample(report.counts) &&
        ` The counts are estimates from a sample of ${formatShare(report.counts.sampleFraction)} of the documents.`}
      {report.counts.shards && (
        <>
          {' '}
          <span className={`${surfaces.badge} ${surfaces.warning}`}>{describeShards(report.counts.shards)}</span>
        </>
      )}
      {report.stale && (
        <>
          {' '}
          <span className={`${surfaces.badge} ${surfaces.warning}`}>
            The library has changed since; measure again for today’s numbers.
          </span>
        </>
      )}
    </Box>
  )
}

/** Whether fewer documents were read than the responding shards contain. */
const isSample = ({ sampled, sampleFraction, shards }: Counts): boolean =>
  sampled && (shards === null || sampleFraction < shards.answered / shards.total)

/** A warning about numbers that were counted while some shards were unavailable. */
const describeShards = ({ answered, total }: ShardCoverage): string => {
  const others = answered === 1 ? 'one' : formatCount(answered)
  return `${formatCount(total - answered)} of ${formatCount(total)} document stores did not answer. These numbers are estimates from the other ${others}.`
}
