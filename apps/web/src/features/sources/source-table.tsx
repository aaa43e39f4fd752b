import type { SourceRow } from './sources.model.ts'
import type { SourceInfo, SourceKey, SourceProbe } from '@auspex/sdk'
import { Box, Button, Group, Loader, Stack } from '@mantine/core'
import { IconBan, IconCheck, IconCircleDashed, IconMinus, IconSettings, IconX } from '@tabler/icons-react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatDayRange, formatDuration, formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { probeWords } from '../../lib/words/words.ts'
import layout from '../../ui/layout.module.css'
import { OutsideLink } from '../../ui/outside-link.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import classes from './sources.module.css'
import { useProbeSource } from './sources.queries.ts'

const icons = { waiting: IconCircleDashed, good: IconCheck, empty: IconMinus, failed: IconX, stopped: IconBan }

/** The last response of a source, what to do about it, and a button to probe again. */
const ProbeCell = ({ source, probe, isRunning }: ProbeCellProps) => {
  const client = useClient()
  const now = useNow()
  const { mutate, isPending, error } = useProbeSource(client)
  const isOwn = source.key === 'imported' || source.key === 'demo'
  if (isOwn) return <span className={textStyles.note}>Nothing to check</span>
  const isBusy = isPending || isRunning
  return (
    <Stack gap={6}>
      <Group gap="8px 12px" justify="space-between" wrap="nowrap">
        <ProbeStatus source={source} probe={probe} isBusy={isBusy} />
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          onClick={() => mutate({ source: source.key })}
          aria-label={`Check ${source.label}`}
        >
          Check
        </Button>
      </Group>
      {probe?.reason && <p className={`${textStyles.note} ${textStyles.breakable}`}>{probe.reason}</p>}
      {error && (
        <p className={`${textStyles.note} ${textStyles.breakable}`}>
          {describeFailure(error).detail ?? describeFailure(error).message}
        </p>
      )}
      <Advice source={source} probe={probe} />
      {probe && probe.durationMs !== null && (
        <p className={`${textStyles.note} ${textStyles.breakable} ${textStyles.tabular}`}>
          {formatDuration(probe.durationMs)}, {formatSince(probe.probedAt, now)}
        </p>
      )}
    </Stack>
  )
}

const ProbeStatus = ({ source, probe, isBusy }: { source: SourceInfo; probe: SourceProbe | null; isBusy: boolean }) => {
  if (isBusy)
    return (
      <span
        className={`${textStyles.soft} ${textStyles.strong} ${textStyles.state} ${layout.inline}`}
        data-state="waiting"
      >
        <Loader size={14} aria-hidden /> Checking
      </span>
    )
  if (probe === null && source.needsKey && !source.configured) return <NotConfigured />
  const { label, state } = probe === null ? unprobedWords : probeWords[probe.status]
  if (probe?.status === 'not_configured') return <NotConfigured />
  const Icon = icons[state]
  return (
    <span className={`${textStyles.soft} ${textStyles.strong} ${textStyles.state} ${layout.inline}`} data-state={state}>
      <Icon size={16} stroke={2} aria-hidden /> {label}
    </span>
  )
}

const NotConfigured = () => (
  <span className={`${textStyles.soft} ${textStyles.strong} ${textStyles.state} ${layout.inline}`} data-state="lacking">
    <IconSettings size={16} stroke={1.8} aria-hidden /> {probeWords.not_configured.label}
  </span>
)

const unprobedWords = { label: 'Not checked yet', state: 'waiting' } as const

/** The server's advice; before a probe, what the source needs or would benefit from. */
const Advice = ({ source, probe }: { source: SourceInfo; probe: SourceProbe | null }) => {
  if (probe?.advice)
    return (
      <Box
        component="p"
        className={`${surfaces.muted} ${textStyles.detail} ${textStyles.breakable}`}
        py={8}
        px={12}
        lh={1.5}
      >
        {probe.advice}
      </Box>
    )
  if (source.keyName === null || source.configured || probe?.status === 'not_asked') return null
  const words = source.needsKey ? 'Needs' : 'Works better with'
  return (
    <Box
      component="p"
      className={`${source.needsKey ? `${surfaces.muted} ${textStyles.detail}` : textStyles.note} ${textStyles.breakable}`}
      py={source.needsKey ? 8 : 0}
      px={source.needsKey ? 12 : 0}
      lh={1.5}
    >
      {words} <code>{source.keyName}</code>. {source.keyAdvice}
    </Box>
  )
}

interface SourceTableProps {
  caption: string
  rows: readonly SourceRow[]
  /** Sources that are being probed. */
  running: ReadonlySet<SourceKey>
}

/** Sources, one per row: a table on a wide screen, cards on a narrow one. */
export const SourceTable = ({ caption, rows, running }: SourceTableProps) => (
  <div className={`${surfaces.panel} ${classes.frame}`}>
    <table className={classes.table}>
      <caption className={textStyles.hidden}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Answer</th>
          <th scope="col">In the library</th>
          <th scope="col">Terms and rate</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ source, probe }) => (
          <tr key={source.key}>
            <th scope="row">
              <SourceName source={source} />
            </th>
            <td>
              <ProbeCell source={source} probe={probe} isRunning={running.has(source.key)} />
            </td>
            <td data-label="In the library">
              <StoredDocuments source={source} />
            </td>
            <td data-label="Terms and rate">
              <Terms source={source} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const kindWords: Record<SourceInfo['kind'], string> = {
  documents: 'Documents',
  series: 'Daily figures',
  prices: 'Prices',
}

const SourceName = ({ source: { label, homepage, kind, reach } }: { source: SourceInfo }) => (
  <>
    <OutsideLink className={classes.name} href={homepage} otherwise={<span className={classes.name}>{label}</span>}>
      {label}
    </OutsideLink>
    <span className={`${textStyles.note} ${classes.small}`}>{reach ?? kindWords[kind]}</span>
  </>
)

const nothingStored: Record<SourceInfo['kind'], string> = {
  documents: 'Nothing yet',
  series: 'Stored with reports',
  prices: 'Stored beside the documents',
}

const StoredDocuments = ({ source: { documents, firstDay, lastDay, kind } }: { source: SourceInfo }) => {
  if (documents === 0) return <span className={`${textStyles.note} ${classes.small}`}>{nothingStored[kind]}</span>
  return (
    <>
      <span className={classes.figure}>{formatPlural(documents, 'document')}</span>
      {firstDay !== null && lastDay !== null && (
        <span className={`${textStyles.note} ${classes.small}`}>
          {/* breaks the line between the two days, not within one */}
          {formatDayRange(firstDay, lastDay)
            .split(/(?<= – )/)
            .map((day) => (
              <span key={day} className={classes.day}>
                {day}
              </span>
            ))}
        </span>
      )}
    </>
  )
}

const Terms = ({ source: { licence, rate, attribution } }: { source: SourceInfo }) => {
  const lines = [licence, rate, attribution === null ? null : `Credited as “${attribution}”`]
  const presentLines = lines.filter((line) => line !== null)
  if (presentLines.length === 0)
    return <span className={`${textStyles.note} ${classes.small}`}>According to the documents</span>
  return (
    <>
      {presentLines.map((line) => (
        <span key={line} className={`${textStyles.note} ${classes.small}`}>
          {line}
        </span>
      ))}
    </>
  )
}

interface ProbeCellProps {
  source: SourceInfo
  probe: SourceProbe | null
  isRunning: boolean
}
