import { Box, Button, Group, Loader, Stack } from '@mantine/core'
import { IconBan, IconCheck, IconCircleDashed, IconMinus, IconSettings, IconX } from '@tabler/icons-react'
import type { SourceInfo, SourceProbe } from '@auspex/sdk'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatDuration, formatSince } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { probeWords } from '../../lib/words.ts'
import { useProbeSource } from './sources.queries.ts'
import layout from '../../ui/layout.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

const icons = { waiting: IconCircleDashed, good: IconCheck, empty: IconMinus, failed: IconX, stopped: IconBan }

interface ProbeCellProps {
  source: SourceInfo
  probe: SourceProbe | null
  isRunning: boolean
}

/** How a source answered last, what to do about it, and a way to ask again. */
export const ProbeCell = ({ source, probe, isRunning }: ProbeCellProps) => {
  const client = useClient()
  const now = useNow()
  const { mutate, isPending, error } = useProbeSource(client)
  const isOwn = source.key === 'imported' || source.key === 'demo'
  if (isOwn) return <span className={textStyles.note}>No one to ask</span>
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

/** The server's advice; before a probe, what the source needs or would gain by. */
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
  const words = source.needsKey ? 'Needs' : 'Could use'
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
