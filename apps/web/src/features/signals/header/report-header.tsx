import { Menu, Group, Button, Box } from '@mantine/core'
import {
  IconDatabase,
  IconFileTypeCsv,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconFileZip,
  IconJson,
  IconPrinter,
  IconBell,
  IconBookmarks,
  IconChartLine,
  IconDots,
  IconRefresh,
  IconRulerMeasure,
  IconSend,
  IconCheck,
  IconLink,
  IconShare2,
  IconTargetArrow,
} from '@tabler/icons-react'
import type { SignalReport, Counts, QualityShare, ShardCoverage } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useClipboard } from '@mantine/hooks'
import { useExport } from '../../../lib/files/exports.ts'
import { ExportMenu } from '../../../ui/export-menu.tsx'
import { seriesFiles, slidesFile, workbookFile } from '../../../ui/text-files.ts'
import { requestPrint } from '../export/use-printing.ts'
import { AskZeus, LinkItem } from '../../../lib/links/link-button.tsx'
import { useModules } from '../../../lib/people/modules.ts'
import { SaveButton, useSaveSignals } from '../../../lib/dialogs/save-signals.tsx'
import { toSearch } from '../question/use-ask.ts'
import { AddToStory, AddToStoryKey } from '../add-to-story.tsx'
import { laterParts } from '../later-parts.tsx'
import { useClient } from '../../../lib/api/api.tsx'
import { CommentsButton } from '../../../lib/dialogs/comments.tsx'
import { useDialogRequest } from '../../../lib/dialogs/dialog-request.tsx'
import { formatPlural, formatShare, formatShareInterval, formatCount } from '../../../lib/numbers/format.ts'
import { formatDayRange, formatDistinctDay, formatInstant, formatSince } from '../../../lib/time/format.ts'
import { comparisonOptions, measurementsOptions, queryCheckOptions } from '../signals.queries.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import type { SeriesRange } from '../series/use-series.ts'
import '../export/print.css'
import classes from './header.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import layout from '../../../ui/layout.module.css'

const exportSections = [
  {
    label: 'Files for reading',
    choices: [
      { format: 'pdf', name: 'PDF', text: 'For sending and filing', icon: IconFileTypePdf },
      slidesFile,
      { format: 'html', name: 'Web page', text: 'One file, works offline', icon: IconFileTypeHtml },
    ],
  },
  {
    label: 'Files for analysis',
    choices: [
      workbookFile,
      {
        format: 'csv-excel',
        name: 'CSV for Excel',
        text: 'All matching documents, in Excel’s encoding',
        icon: IconFileTypeCsv,
      },
      { format: 'csv', name: 'CSV', text: 'All matching documents, for other programs', icon: IconFileTypeCsv },
      { format: 'jsonl', name: 'JSON lines', text: 'All matching documents, for a program', icon: IconJson },
      { format: 'parquet', name: 'Parquet', text: 'All matching documents, for data tools', icon: IconDatabase },
      ...seriesFiles,
      {
        format: 'bundle',
        name: 'Reproducible bundle',
        text: 'Everything needed to recompute each number',
        icon: IconFileZip,
      },
    ],
  },
] as const

/** What is saved is measured again and again, so it is the signal of today. */
const toSavable = ({ signalId, query }: SignalReport) => [
  { signalId: query.todaySignalId ?? signalId, title: query.title },
]

/** The actions on a report: five buttons, of which two open a menu. On a phone only their icons are shown. */
export const ReportActions = ({ report }: { report: SignalReport }) => (
  <Group className={`${layout.icons} ${classes.actions}`} gap={5} wrap="nowrap">
    <SaveButton signals={toSavable(report)} />
    <AskZeus about={{ signals: [report.signalId] }} name="this report" />
    <CommentsButton subject={{ kind: 'signal', itemId: report.signalId, title: report.query.title }} />
    <ShareMenu report={report} />
    <AddToStoryKey report={report} />
    <MoreMenu report={report} />
  </Group>
)

/**
 * Everything that hands the report on: two kinds of links (the address of this page, for colleagues who are signed in, and a share link for anyone
 * else), a message, a story, and files, which are created on the server and downloaded when they are ready.
 */
const ShareMenu = ({ report }: { report: SignalReport }) => {
  const { signalId, query } = report
  const clipboard = useClipboard({ timeout: 2000 })
  const openDialog = useDialogRequest()
  const [isSending, setSending] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const close = () => {
    setSending(false)
    frame.current?.querySelector('button')?.focus()
  }
  return (
    <div ref={frame}>
      <ExportMenu
        {...useExport('signal', signalId)}
        label={clipboard.copied ? 'Link copied' : 'Share'}
        icon={clipboard.copied ? IconCheck : IconShare2}
        width={300}
        sections={exportSections}
        before={
          <>
            <Menu.Item
              leftSection={<IconLink size={18} stroke={1.6} aria-hidden />}
              onClick={() => clipboard.copy(window.location.href)}
            >
              Copy link
              <Box component="span" className={textStyles.fine} display="block">
                For colleagues who are signed in
              </Box>
            </Menu.Item>
            <Menu.Item
              leftSection={<IconShare2 size={18} stroke={1.6} aria-hidden />}
              onClick={() =>
                openDialog?.({ kind: 'share', item: { kind: 'signal', itemId: signalId, title: query.title } })
              }
            >
              Share with a link that ends
              <Box component="span" className={textStyles.fine} display="block">
                For colleagues, or for anyone without an account
              </Box>
            </Menu.Item>
            <Menu.Item
              leftSection={<IconSend size={18} stroke={1.6} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setSending(true)}
            >
              Send to a colleague
            </Menu.Item>
            <AddToStory report={report} />
          </>
        }
      />
      <Suspense>
        {isSending && <laterParts.SendSignalDialog signalId={signalId} title={query.title} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** What is done with a report less often. */
const MoreMenu = ({ report }: { report: SignalReport }) => {
  const isOn = useModules()
  const { choose } = useSaveSignals()
  const { from: _from, to: _to, ...monitored } = toSearch(report.query)
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Button variant="default" aria-label="More about this report">
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isOn('portfolios') && (
          <Menu.Item
            leftSection={<IconBookmarks size={18} stroke={1.6} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => choose(toSavable(report))}
          >
            Choose a portfolio
          </Menu.Item>
        )}
        <LinkItem
          to="/compare"
          search={{ signals: report.signalId }}
          preload={false}
          leftSection={<IconChartLine size={18} stroke={1.6} aria-hidden />}
        >
          Compare
        </LinkItem>
        {isOn('monitors') && (
          <LinkItem
            to="/monitors"
            search={monitored}
            preload={false}
            leftSection={<IconBell size={18} stroke={1.6} aria-hidden />}
          >
            Monitor this
          </LinkItem>
        )}
        <LinkItem
          to="/search"
          search={{ ...toSearch(report.query), force: '1' as const }}
          preload={false}
          leftSection={<IconRefresh size={18} stroke={1.6} aria-hidden />}
        >
          Measure again
        </LinkItem>
        <LinkItem
          from="/signals/$signalId"
          to="."
          search={(before) => ({ ...before, check: 'open' as const })}
          resetScroll={false}
          leftSection={<IconTargetArrow size={18} stroke={1.6} aria-hidden />}
          aria-haspopup="dialog"
        >
          How good is this query?
        </LinkItem>
        <LinkItem
          from="/signals/$signalId"
          to="."
          search={(before) => ({ ...before, measured: 'open' as const })}
          resetScroll={false}
          leftSection={<IconRulerMeasure size={18} stroke={1.6} aria-hidden />}
          aria-haspopup="dialog"
        >
          Why did it change?
        </LinkItem>
        <Menu.Item leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />} onClick={requestPrint}>
          Print this page
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
            ? `the chosen days, ${formatDayRange(range.first, range.last)}; the sentences beside the chart are of all days`
            : 'all days of the report'}
          .{!isScoped && !range.isWhole && ' The chosen days could not be counted.'}
        </>
      )}{' '}
      {!isScoped && <ChangeNote report={report} />}
      Ranges beside a figure are 95% intervals.
      {!isScoped && <QualityNote signalId={report.signalId} />}
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
            The library has changed since.{' '}
            <Link to="/search" search={{ ...toSearch(report.query), force: '1' as const }} preload={false}>
              Measure again
            </Link>
          </span>
        </>
      )}
    </Box>
  )
}

/** How many documents more or fewer than before; nothing while there is nothing to compare with. */
const ChangeNote = ({ report }: { report: SignalReport }) => {
  const { previous } = useSearch({ from: '/signals/$signalId' })
  const client = useClient()
  const { data: list } = useQuery({
    ...measurementsOptions(client, report.signalId, report.computedAt),
    enabled: report.query.asOf == null && previous === undefined,
  })
  const { data: comparison } = useQuery({
    ...comparisonOptions(client, report, { previousSignalId: previous }),
    enabled: previous !== undefined,
  })
  const [to, from] = previous === undefined ? (list?.items ?? []) : [comparison?.to, comparison?.from]
  // another process may have measured later documents than those of this report
  if (to == null || from == null || to.documents !== report.counts.documents) return null
  const change = to.documents - from.documents
  const difference =
    change === 0 ? 'as many as' : `${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than`
  return (
    <span>
      {formatPlural(to.documents, 'document')},{' '}
      <Link
        from="/signals/$signalId"
        to="."
        search={(before) => ({ ...before, measured: 'open' as const })}
        resetScroll={false}
        className={textStyles.dotted}
        aria-haspopup="dialog"
      >
        {difference} {previous === undefined ? '' : 'the earlier query had '}on{' '}
        {formatDistinctDay(from.lastMeasuredAt, to.measuredAt)}
      </Link>
      .{' '}
    </span>
  )
}

/** What the reader's labels say of the query, or that those of an earlier query can be used; nothing before there are any. */
const QualityNote = ({ signalId }: { signalId: string }) => {
  const { data } = useQuery(queryCheckOptions(useClient(), signalId))
  const quality = data?.check?.quality
  const [other] = data?.others ?? []
  if (data?.check === null && other !== undefined)
    return (
      <span>
        {' '}
        <CheckLink>
          See how good this query is by your {formatPlural(other.labels, 'label')} of “{other.title}”
        </CheckLink>
        .
      </span>
    )
  if (!quality?.precision) return null
  const { precision, recall } = quality
  return (
    <span>
      {' '}
      By <CheckLink>your {formatPlural(quality.about + quality.not, 'label')}</CheckLink>, {describeShare(precision)} of
      the matches are about the topic
      {recall && `, and the query finds ${describeShare(recall)} of what a wider query finds about it`}.
    </span>
  )
}

const CheckLink = ({ children }: { children: ReactNode }) => (
  <Link
    from="/signals/$signalId"
    to="."
    search={(before) => ({ ...before, check: 'open' as const })}
    resetScroll={false}
    className={textStyles.link}
  >
    {children}
  </Link>
)

const describeShare = ({ value, low, high }: QualityShare): string =>
  `${formatShare(value)} (${formatShareInterval(low, high)})`

/** Whether fewer documents were read than the responding shards contain. */
const isSample = ({ sampled, sampleFraction, shards }: Counts): boolean =>
  sampled && (shards === null || sampleFraction < shards.answered / shards.total)

/** A warning about numbers that were counted while some shards were unavailable. */
const describeShards = ({ answered, total }: ShardCoverage): string => {
  const others = answered === 1 ? 'one' : formatCount(answered)
  return `${formatCount(total - answered)} of ${formatCount(total)} document stores did not answer. These numbers are estimates from the other ${others}.`
}
