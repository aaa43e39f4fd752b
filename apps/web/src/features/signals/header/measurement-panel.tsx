import type { ChangePart, Measurement, MeasurementComparison, SignalReport } from '@auspex/sdk'
import { Box, CloseButton, Drawer, Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { IconRulerMeasure } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount, formatDifference, formatPlural, formatShare } from '../../../lib/numbers/format.ts'
import { formatDayRange, formatDistinctDay } from '../../../lib/time/format.ts'
import { type NameSource, useSourceNames } from '../../../lib/words/source-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { evidenceOf } from '../evidence.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { comparisonOptions, measurementsOptions } from '../signals.queries.ts'
import { useOpened } from '../use-opened.ts'
import panel from '../side-panel.module.css'
import classes from './header.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

/** Why the report has more or fewer documents than before, beside it. That it is open is in the URL, so it can be linked to. */
export const MeasurementPanel = ({ report }: { report: SignalReport }) => {
  const { measured, docs, previous } = route.useSearch()
  const navigate = route.useNavigate()
  const isOpen = useOpened(measured !== undefined)
  const close = () =>
    void navigate({ to: '.', search: (before) => ({ ...before, measured: undefined }), resetScroll: false })
  const title = `Why ${report.query.title} changed`
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={close}
      position="right"
      size={620}
      // documents opened from here are on top, and are closed first
      closeOnEscape={docs === undefined}
      trapFocus={docs === undefined}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content aria-label={title} classNames={{ content: panel.content }}>
        <Group className={panel.header} gap={12} wrap="nowrap" justify="space-between">
          <Box component="h2" className={`${textStyles.quiet} ${textStyles.breakable}`} fz="text" fw={450} lts={0}>
            {title}
          </Box>
          <CloseButton onClick={close} aria-label="Close the explanation" />
        </Group>
        {measured !== undefined && <Comparison report={report} previous={previous} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

const Comparison = ({ report, previous }: { report: SignalReport; previous: string | undefined }) => {
  const client = useClient()
  const [chosen, setChosen] = useState<number>()
  const base = useQuery(measurementsOptions(client, previous ?? report.signalId, report.computedAt))
  const { data, error, refetch } = useQuery(
    comparisonOptions(client, report, {
      ...(chosen !== undefined && { from: chosen }),
      ...(previous !== undefined && { previousSignalId: previous }),
    }),
  )
  if (error)
    return (
      <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} onReload={() => window.location.reload()} />
    )
  if (!data)
    return (
      <Stack gap={16} px="var(--panel-gutter)" py={20} role="group" aria-busy="true" aria-label="Loading the change">
        {[52, 180, 96].map((height) => (
          <Skeleton key={height} height={height} radius="md" />
        ))}
      </Stack>
    )
  const { from, to } = data
  if (from === null || to === null)
    return (
      <EmptyState
        level={3}
        icon={<IconRulerMeasure size={20} aria-hidden />}
        title="Nothing has changed yet"
        text="This topic has been measured once, or always with the same documents. When a later measurement finds others, you see here what came, what went and why."
      />
    )
  const others = base.data?.items.filter(({ number }) => previous !== undefined || number < to.number) ?? []
  return (
    <Stack className={panel.body} gap={22} px="var(--panel-gutter)" pb={40}>
      <div>
        <p className={`${panel.title} ${textStyles.tabular}`}>{describeChange(data)}</p>
        <p className={textStyles.note}>{describeFigures(from, to)}</p>
      </div>
      {others.length > 1 && (
        <NativeSelect
          label="Compare with"
          value={String(from.number)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={others.map(({ number, documents, lastMeasuredAt }) => ({
            value: String(number),
            label: `${formatDistinctDay(lastMeasuredAt, to.measuredAt)}: ${formatPlural(documents, 'document')}`,
          }))}
        />
      )}
      <Waterfall comparison={data} from={from} to={to} />
      <p className={textStyles.note}>{data.limits}</p>
    </Stack>
  )
}

/** "41 more documents than on 14 Nov 2026". */
const describeChange = ({ from, to, change }: MeasurementComparison): string => {
  if (from === null || to === null || change === null) return ''
  const since = `on ${formatDistinctDay(from.lastMeasuredAt, to.measuredAt)}`
  if (change === 0) return `As many documents as ${since}`
  return `${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} ${Math.abs(change) === 1 ? 'document' : 'documents'} than ${since}`
}

/** What the parts do not explain: pieces and share. */
const describeFigures = (from: Measurement, to: Measurement): string =>
  [
    from.pieces !== null &&
      to.pieces !== null &&
      `In ${formatPlural(to.pieces, 'piece')}, ${formatCount(from.pieces)} before.`,
    from.share !== null &&
      to.share !== null &&
      `${formatShare(to.share)} of the documents of complete sources, ${formatShare(from.share)} before.`,
  ]
    .filter(Boolean)
    .join(' ')

interface Bar {
  readonly start: number
  readonly end: number
}

/** Each part from where the one before it ends. */
const toBars = (parts: readonly ChangePart[], before: number): readonly Bar[] => {
  const bars: Bar[] = []
  for (const { documents } of parts) {
    const start = bars.at(-1)?.end ?? before
    bars.push({ start, end: start + documents })
  }
  return bars
}

/** Bars begin above 0 where the parts would be too narrow to see: with a part of this much of the total. */
const minPart = 0.2

/** The two totals, and between them the parts as steps; each with a sentence. */
const Waterfall = ({ comparison, from, to }: WaterfallProps) => {
  const nameSource = useSourceNames()
  const bars = toBars(comparison.parts, from.documents)
  const levels = [from.documents, to.documents, ...bars.map(({ end }) => end)]
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels, 1)]
  const isCut = highest - lowest < highest * minPart
  const base = isCut ? Math.max(0, Math.floor(lowest - (highest - lowest) / 2)) : 0
  const placeOf = (start: number, end: number) => ({
    left: `${((Math.min(start, end) - base) / Math.max(1, highest - base)) * 100}%`,
    width: `${(Math.abs(end - start) / Math.max(1, highest - base)) * 100}%`,
  })
  return (
    <div>
      <ol className={classes.waterfall} aria-label="What the change is made of">
        <li>
          <Amount value={formatCount(from.documents)} bar={placeOf(base, from.documents)} kind="total" />
          <p>Documents on {formatDistinctDay(from.lastMeasuredAt, to.measuredAt)}</p>
        </li>
        {comparison.parts.map((part, index) => (
          <li key={part.cause}>
            <Amount
              value={<PartLink part={part} signalId={to.signalId} />}
              bar={placeOf(bars[index]?.start ?? 0, bars[index]?.end ?? 0)}
              kind={part.documents > 0 ? 'gain' : 'loss'}
            />
            <p>{describePart(part, { from, to, nameSource })}</p>
          </li>
        ))}
        <li>
          <Amount value={formatCount(to.documents)} bar={placeOf(base, to.documents)} kind="total" />
          <p>Documents on {formatDistinctDay(to.measuredAt, from.lastMeasuredAt)}</p>
        </li>
      </ol>
      {base > 0 && <p className={`${textStyles.note} ${panel.note}`}>The bars begin at {formatCount(base)}.</p>}
    </div>
  )
}

interface AmountProps {
  value: ReactNode
  bar: { left: string; width: string }
  kind: 'total' | 'gain' | 'loss'
}

const Amount = ({ value, bar, kind }: AmountProps) => (
  <div className={classes.amount}>
    <b className={textStyles.tabular}>{value}</b>
    <span className={classes.waterfallTrack} aria-hidden>
      <span data-kind={kind} style={bar} />
    </span>
  </div>
)

/** The number of a part, which opens its documents where they can be listed. */
const PartLink = ({ part, signalId }: { part: ChangePart; signalId: string }) => {
  const value = formatDifference(part.documents)
  if (part.change === null || part.signalId === null) return value
  const label = formatPlural(Math.abs(part.documents), 'document')
  if (part.signalId === signalId)
    return (
      <EvidenceLink filter={{ part: part.change }} label={`the ${label}`}>
        {value}
      </EvidenceLink>
    )
  return (
    <Link
      to="/signals/$signalId"
      params={{ signalId: part.signalId }}
      search={evidenceOf({ part: part.change })}
      preload={false}
      className={textStyles.dotted}
      aria-label={`Open the ${label} in the report of the earlier query`}
    >
      {value}
    </Link>
  )
}

interface PartWords {
  /** "Documents" or "Document". */
  documents: string
  isOne: boolean
  /** ": Hacker News (8, 19 – 20 Nov 2026)", or nothing. */
  origin: string
  from: Measurement
  to: Measurement
}

const partSentences: Record<ChangePart['cause'], (words: PartWords) => string> = {
  new: ({ isOne, origin }) => `New ${isOne ? 'document' : 'documents'}${origin}.`,
  'newly-covered': ({ documents, isOne, origin }) =>
    `${documents} from days or sources that were not covered before${origin}. The topic did not grow by ${isOne ? 'it' : 'them'}.`,
  removed: ({ documents, isOne }) => `${documents} that ${isOne ? 'is' : 'are'} no longer in the library.`,
  'query-added': ({ documents, to }) => `${documents} that only the new query finds: ${to.query}.`,
  'query-left': ({ documents, from }) => `${documents} that only the earlier query finds: ${from.query}.`,
  'method-added': ({ documents, isOne, ...both }) =>
    `${documents} that ${isOne ? 'was' : 'were'} in the library before and now ${isOne ? 'matches' : 'match'}. ${describeMethod(both)}`,
  'method-left': ({ documents, isOne, ...both }) =>
    `${documents} still in the library that no longer ${isOne ? 'matches' : 'match'}. ${describeMethod(both)}`,
  sample: () => 'Rounding: the documents were counted from a sample.',
}

/** What a cause did, in a sentence. */
const describePart = (
  { cause, documents, sources }: ChangePart,
  { from, to, nameSource }: { from: Measurement; to: Measurement; nameSource: NameSource },
): string => {
  const isOne = Math.abs(documents) === 1
  const origins = sources.map(
    (one) => `${nameSource(one.source)} (${formatCount(one.documents)}, ${formatDayRange(one.firstDay, one.lastDay)})`,
  )
  const origin = origins.length === 0 ? '' : `: ${origins.join(', ')}`
  return partSentences[cause]({ documents: isOne ? 'Document' : 'Documents', isOne, origin, from, to })
}

const describeMethod = ({ from, to }: Pick<PartWords, 'from' | 'to'>): string =>
  from.method === to.method
    ? 'Their words or names were read in the meantime.'
    : `Version ${to.method} of the method reads them differently from version ${from.method}.`

interface WaterfallProps {
  comparison: MeasurementComparison
  from: Measurement
  to: Measurement
}
