import { Box } from '@mantine/core'
import type { Narrative, NarrativesSection } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatPlural, formatShare } from '../../../lib/numbers/format.ts'
import { formatDayRange } from '../../../lib/time/format.ts'
import {
  type Bucket,
  bucketsOf,
  bucketTitle,
  type Grain,
  grainFor,
  grainWords,
  ticksOf,
} from '../../../lib/time/buckets.ts'
import { daysBetween } from '../../../lib/time/dates.ts'
import type { ChartColumn, ChartSeries } from '../../../ui/charts/chart-model.ts'
import { ColumnChart } from '../../../ui/charts/column-chart.tsx'
import { Legend } from '../../../ui/charts/legend.tsx'

import { useOpenEvidence } from '../evidence-link.tsx'
import { useScope } from '../scope.ts'
import { ChartCard, SeriesTable } from '../series/chart-card.tsx'

/** The documents read, by narrative. */
interface DividedDocuments extends Pick<NarrativesSection, 'unassigned' | 'unassignedDays'> {
  readonly items: readonly Pick<Narrative, 'id' | 'label' | 'days'>[]
}

type DailyDocuments = Omit<DividedDocuments, 'unassigned'>

/** As many as can be told apart; the smaller ones are drawn as one. */
const maxSeries = 6
const colors = ['1', '2', '5', '8', '6', '11'].map((number) => `var(--chart-${number})`)
/** Documents of a span below which shares would be of a few documents. */
const minDocuments = 5

/** The colour of a narrative by its place in the list; undefined for those that are drawn as one. */
export const narrativeColor = (index: number): string | undefined => colors[index]

/** The largest narratives, all smaller ones, and the documents in none, in this order. */
export const shareSeries = ({ items, unassigned }: Omit<DividedDocuments, 'unassignedDays'>): ChartSeries[] => [
  ...items
    .slice(0, maxSeries)
    .map(({ id, label }, index): ChartSeries => ({ key: id, label, color: colors[index] ?? 'var(--ink-3)' })),
  ...(items.length > maxSeries ? [{ key: 'smaller', label: 'Smaller narratives', color: 'var(--ink-3)' }] : []),
  ...(unassigned > 0 ? [{ key: 'none', label: 'In none', color: 'var(--line-strong)' }] : []),
]

/** The share of each series in the documents of each span; unknown where too few documents were read. */
export const shareColumns = (
  { items, unassignedDays }: DailyDocuments,
  { series, buckets, grain }: { series: readonly ChartSeries[]; buckets: readonly Bucket[]; grain: Grain },
): ChartColumn[] => {
  const index = new Map(series.map(({ key }, at) => [key, at]))
  const counts = buckets.map(() => series.map(() => 0))
  const add = (key: string, days: NarrativesSection['unassignedDays']) => {
    const at = index.get(key) ?? index.get('smaller')
    if (at === undefined) return
    for (const { day, documents } of days) {
      const row = counts[buckets.findIndex(({ first, last }) => first <= day && day <= last)]
      if (row) row[at] = (row[at] ?? 0) + documents
    }
  }
  for (const { id, days } of items) add(id, days)
  add('none', unassignedDays)
  return buckets.map((bucket, at): ChartColumn => {
    const total = counts[at]?.reduce((sum, count) => sum + count, 0) ?? 0
    const shareOf = (count: number): number | null => {
      if (total === 0) return 0
      return total < minDocuments ? null : count / total
    }
    return {
      key: bucket.first,
      title: bucketTitle(bucket, grain),
      values: counts[at]?.map(shareOf) ?? [],
      partial: false,
      note:
        total < minDocuments
          ? `${formatPlural(total, 'document')} read: too few for shares`
          : formatPlural(total, 'document read', 'documents read'),
    }
  })
}

/** The part of all documents that may lie outside of the days drawn, at each end: a few early documents would leave the chart mostly empty. */
const outside = 0.005

/** The days that hold 99% of the documents read; null when there are none. */
export const drawnDays = ({ items, unassignedDays }: DailyDocuments): { first: string; last: string } | null => {
  const days = [...items.flatMap((item) => item.days), ...unassignedDays].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const total = days.reduce((sum, { documents }) => sum + documents, 0)
  const dayAt = (share: number) => {
    let sum = 0
    return days.find(({ documents }) => (sum += documents) > share * total)?.day
  }
  const [first, last] = [dayAt(outside), dayAt(1 - outside) ?? days.at(-1)?.day]
  return first === undefined || last === undefined ? null : { first, last }
}

const coarser: Record<Grain, Grain | null> = { day: 'week', week: 'month', month: null }
/** The part of the documents that should be in spans with enough of them. */
const shownPart = 0.85

/** The finest spans of which most have enough documents for shares. */
export const shareGrain = ({ items, unassignedDays }: DailyDocuments, first: string, last: string): Grain => {
  const days = [...items.flatMap((item) => item.days), ...unassignedDays]
  const isShown = (grain: Grain) => {
    const counts = bucketsOf(first, last, grain).map((bucket) =>
      days.reduce((sum, { day, documents }) => sum + (bucket.first <= day && day <= bucket.last ? documents : 0), 0),
    )
    const total = counts.reduce((sum, count) => sum + count, 0)
    return counts.reduce((sum, count) => sum + (count < minDocuments ? 0 : count), 0) >= shownPart * total
  }
  let grain = grainFor(daysBetween(first, last))
  for (let next = coarser[grain]; next !== null && !isShown(grain); next = coarser[grain]) grain = next
  return grain
}

interface NarrativeSharesProps {
  section: NarrativesSection
  title: string
  /** The days drawn. */
  first: string
  last: string
}

/** How the documents of a signal are divided among its narratives over time. */
export const NarrativeShares = ({ section, title, first, last }: NarrativeSharesProps) => {
  const open = useOpenEvidence()
  const largest = section.items.toSorted((a, b) => b.share.value - a.share.value)[0]
  const grain = useMemo(() => shareGrain(section, first, last), [section, first, last])
  const buckets = useMemo(() => bucketsOf(first, last, grain), [first, last, grain])
  const series = useMemo(() => shareSeries(section), [section])
  const columns = useMemo(() => shareColumns(section, { series, buckets, grain }), [section, series, buckets, grain])
  const xTicks = useMemo(() => ticksOf(buckets), [buckets])
  const openDays = (from: number, to: number) => {
    const [begin, end] = [buckets[from], buckets[to]]
    if (begin && end) open({ since: begin.first, until: end.last })
  }
  const scope = useScope()
  const openPart = (index: number, key: string) => {
    const bucket = buckets[index]
    // the narratives of chosen days have no parts
    if (bucket === undefined || scope !== null || !key.startsWith('nar_')) openDays(index, index)
    else open({ narrative: key, since: bucket.first, until: bucket.last })
  }
  return (
    <ChartCard
      title="Shares over time"
      heading={
        largest && (
          <Box component="h3" fz="lead" fw={650} mb={10}>
            The largest group, {largest.label}, has {formatShare(largest.share.value)} of the documents read
          </Box>
        )
      }
      // the list below has the colours and names of the others
      legend={<Legend items={series.filter(({ key }) => key === 'smaller' || key === 'none')} />}
      file={{
        subject: title,
        subtitle: `${formatDayRange(first, last)}, share of the documents read by narrative and ${grainWords[grain]}`,
        legend: series,
        header: ['from', 'to', ...series.map(({ label }) => label)],
        rows: () => columns.map(({ values }, at) => [buckets[at]?.first ?? null, buckets[at]?.last ?? null, ...values]),
      }}
      renderChart={(svg) => (
        <ColumnChart
          svgRef={svg}
          label={`Narratives of ${title} by ${grainWords[grain]}`}
          columns={columns}
          series={series}
          xTicks={xTicks}
          height={240}
          max={1}
          yTitle={`Share of the documents read, by ${grainWords[grain]}`}
          yFormat={formatShare}
          valueFormat={(value) => (value === null ? 'unknown' : formatShare(value))}
          onOpen={(index) => openDays(index, index)}
          onOpenPart={openPart}
          onSelect={openDays}
        />
      )}
      renderTable={() => (
        <SeriesTable
          caption={`Narratives by ${grainWords[grain]}`}
          columns={columns}
          buckets={buckets}
          series={series}
          format={(value) => formatShare(value)}
        />
      )}
    />
  )
}
