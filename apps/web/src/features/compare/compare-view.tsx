import type { SignalComparison, ComparisonBasis, ComparedValue } from '@auspex/sdk'
import { Box, Button, NativeSelect, Flex, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { saveNumbers, type CsvValue } from '../../lib/files/download.ts'
import { formatDayRange } from '../../lib/time/format.ts'
import { grainWords } from '../../lib/time/buckets.ts'
import { dayChoices } from '../../lib/time/day-choices.ts'
import { SpanNote, RangeStrip, type StripRange } from '../../ui/charts/range-strip.tsx'
import { type DateChoice, DateInput } from '../../ui/date-input.tsx'
import { Section, Card } from '../../ui/page.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { priceOf } from './compare.search.ts'
import { ComparisonChart, basisWords, togetherByDay } from './comparison-chart.tsx'
import { DifferencesTable } from './differences-table.tsx'
import { PriceSection, usePrice } from './price-section.tsx'
import { useCompareSearch, useComparisonRange, type ComparisonRange } from './use-compare-search.ts'

const measures = ['documents', 'stories', 'outlets', 'share', 'tone'] as const

const differencesHeader: readonly string[] = [
  'signal',
  'against',
  'from',
  'to',
  ...measures.flatMap((measure) => {
    const name = measure === 'tone' ? 'tone difference' : `${measure} ratio`
    return [name, `${name} low`, `${name} high`, `${name} days`, `${name} distinct`]
  }),
]

/** Every difference in full precision; unknown values are empty. */
const differencesRows = ({ signals, differences, from, to }: SignalComparison): readonly (readonly CsvValue[])[] => {
  const titleOf = (id: string) => signals.find(({ signalId }) => signalId === id)?.query.title ?? id
  return differences.map((difference) => [
    titleOf(difference.signalId),
    titleOf(difference.referenceId),
    from,
    to,
    ...measures.flatMap((measure) => cellsOf(difference[measure])),
  ])
}

const cellsOf = ({ value, low, high, days, distinct }: ComparedValue): readonly CsvValue[] => [
  value,
  low,
  high,
  days,
  distinct === null ? null : String(distinct),
]

/** How much the signals differ over the chosen days, each compared with one of them. */
const DifferencesSection = ({ comparison, onReference, isOld }: DifferencesSectionProps) => {
  const { signals, from, to, referenceId, limits, method } = comparison
  const save = () =>
    saveNumbers('differences', {
      subject: signals.map(({ query }) => query.title).join(', '),
      header: differencesHeader,
      rows: () => differencesRows(comparison),
    })
  return (
    <Section
      id="differences"
      title="Differences"
      hint={`${formatDayRange(from, to)}. Ranges are 95% intervals${signals.length > 2 ? `; “could be chance” is judged for ${signals.length === 3 ? 'both' : `all ${signals.length - 1}`} comparisons together` : ''}`}
      actions={
        <>
          <NativeSelect
            size="xs"
            aria-label="Compare with"
            value={referenceId}
            onChange={(event) => onReference(event.currentTarget.value)}
            data={signals.map(({ signalId, query }) => ({ value: signalId, label: `against ${query.title}` }))}
          />
          <Button size="xs" variant="default" leftSection={<IconDownload size={15} aria-hidden />} onClick={save}>
            CSV
          </Button>
        </>
      }
    >
      <Card padded={false}>
        <div className={surfaces.fading} aria-busy={isOld}>
          <DifferencesTable comparison={comparison} />
        </div>
      </Card>
      <Box component="p" className={`${textStyles.note} ${textStyles.wide}`} mt={12}>
        {limits}
      </Box>
      <Box component="p" className={`${textStyles.note} ${textStyles.wide}`} mt={12}>
        {method}.
      </Box>
    </Section>
  )
}

const comparedSpans = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
]
const rangeNames = { spans: 'Dates compared', from: 'Compared from', to: 'Compared to' }
const bases: readonly ComparisonBasis[] = ['documents', 'stories', 'outlets', 'share']

/** The basis and the days, which apply to the chart and to every figure below it. */
const ComparisonControls = ({ comparison, range, onBasis }: ComparisonControlsProps) => {
  const together = useMemo(() => togetherByDay(comparison.signals), [comparison])
  return (
    <RangeControls {...dayChoices({ ...range, ...range.drawn }, comparedSpans)} values={together} names={rangeNames}>
      <SegmentedControl
        size="xs"
        aria-label="What is counted"
        value={comparison.basis}
        onChange={onBasis}
        data={bases.map((basis) => ({ value: basis, label: basisWords[basis].label }))}
      />
    </RangeControls>
  )
}

/** Lines, differences and prices over the same selected days. */
export const CompareView = ({ comparison, isOld }: { comparison: SignalComparison; isOld: boolean }) => {
  const { search, change } = useCompareSearch()
  const range = useComparisonRange(comparison)
  const price = priceOf(search)
  const correlations = usePrice(comparison, { range, price })
  return (
    <>
      <Section
        id="lines"
        title="Over time"
        hint={`By ${grainWords[range.grain]}. Drag over the chart or the strip to zoom in. Every figure below follows.`}
      >
        <ComparisonControls
          comparison={comparison}
          range={range}
          onBasis={(basis) => change({ basis: basis === 'documents' ? undefined : basis })}
        />
        {comparison.stale && (
          <Box component="p" className={`${surfaces.muted} ${surfaces.warning}`} mb={16} py={8} px={12} fz="note">
            The library has changed since one of these was measured. Open its report and measure again for today’s
            figures.
          </Box>
        )}
        {range.isTrimmable && <TrimmedNote range={range} />}
        <ComparisonChart
          comparison={comparison}
          range={range}
          price={correlations.overlay}
          view={search.view}
          onView={(view) => change({ view })}
          isOld={isOld}
        />
      </Section>
      <DifferencesSection
        comparison={comparison}
        isOld={isOld}
        onReference={(id) => change({ reference: id === comparison.signals[0]?.signalId ? undefined : id })}
      />
      <PriceSection
        comparison={comparison}
        price={price}
        correlations={correlations}
        onPrice={(chosen) => change({ price: chosen?.symbol, market: chosen?.market })}
      />
    </>
  )
}

/** Which days the chart leaves out, because next to nothing was published on them. */
const TrimmedNote = ({ range: { drawn, firstDay, lastDay, setRange, resetRange } }: { range: ComparisonRange }) => (
  <Box className={textStyles.note} mb={12}>
    <SpanNote
      words={
        drawn.isTrimmed
          ? 'The chart shows the days with nearly all of the documents; the figures below are of all days.'
          : 'Nearly all documents are from a small part of these days.'
      }
      action={drawn.isTrimmed ? `Show ${formatDayRange(firstDay, lastDay)}` : 'Show that part'}
      onAction={() => (drawn.isTrimmed ? setRange(firstDay, lastDay) : resetRange())}
    />
  </Box>
)

interface ComparisonControlsProps {
  comparison: SignalComparison
  range: ComparisonRange
  onBasis: (basis: ComparisonBasis) => void
}

interface DifferencesSectionProps {
  comparison: SignalComparison
  onReference: (id: string) => void
  /** The figures are for previously chosen days, and are about to change. */
  isOld: boolean
}

interface RangeControlsProps {
  spans: readonly { readonly label: string; readonly isSet: boolean; readonly choose: () => void }[]
  from: DateChoice
  to: DateChoice
  /** Null if the whole period is too short to need one. */
  strip: StripRange | null
  /** A value for each day of the whole period. */
  values: readonly number[]
  /** Accessible names of the spans and the two dates. */
  names: { readonly spans: string; readonly from: string; readonly to: string }
  /** Other controls of the same charts. */
  children: ReactNode
}

/** Controls for the visible days of charts: spans, two dates, or a strip of the whole period. */
const RangeControls = ({ spans, from, to, strip, values, names, children }: RangeControlsProps) => (
  <Stack gap={12} mb={16}>
    <Group gap="8px 16px">
      <Flex component="fieldset" miw={0} m="0 auto 0 0" p={0} bd={0} wrap="wrap" gap={4} aria-label={names.spans}>
        {spans.map(({ label, isSet, choose }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={isSet ? 'light' : 'subtle'}
            color={isSet ? 'iris' : 'gray'}
            aria-pressed={isSet}
            onClick={choose}
          >
            {label}
          </Button>
        ))}
      </Flex>
      <Group className={textStyles.quiet} gap={6} wrap="nowrap">
        <DateInput size="xs" aria-label={names.from} date={from} />
        <span aria-hidden>–</span>
        <DateInput size="xs" aria-label={names.to} date={to} />
      </Group>
      {children}
    </Group>
    {strip !== null && <RangeStrip values={values} {...strip} />}
  </Stack>
)
