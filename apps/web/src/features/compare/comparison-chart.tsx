import type { MeasuredCorrelation, SignalComparison } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatCompact, formatDayRange, formatFactor } from '../../lib/format.ts'
import { type TableColumn, DataTable } from '../../ui/data-table.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import type { SecondLine, StyledLine } from '../../ui/charts/chart-model.ts'
import { lineStyleAt, secondStyle } from '../../ui/charts/legend.tsx'
import { ticksOf, bucketTitle } from '../../lib/buckets.ts'
import { ComparisonCard } from './comparison-card.tsx'
import { basisWords, closesOfBuckets, formatRate, rateOfBuckets } from './comparison-lines.ts'
import type { ComparisonRange } from './use-comparison-range.ts'

interface ComparisonChartProps {
  comparison: SignalComparison
  range: ComparisonRange
  /** A price to draw over the lines. */
  price: Pick<MeasuredCorrelation, 'symbol' | 'days' | 'origin'> | null
}

/** The signals on one scale, with a price on its own axis; the same data as a table and as files. */
export const ComparisonChart = ({ comparison, range, price }: ComparisonChartProps) => {
  const { basis, signals } = comparison
  const { buckets, grain } = range
  const lines = useMemo<StyledLine[]>(
    () =>
      signals.map((signal, index) => ({
        key: signal.signalId,
        label: signal.query.title,
        style: lineStyleAt(index),
        values: rateOfBuckets(signal, comparison, buckets),
      })),
    [comparison, signals, buckets],
  )
  const second = useMemo<SecondLine | undefined>(
    () =>
      price
        ? {
            key: 'price',
            label: price.symbol,
            style: secondStyle,
            values: closesOfBuckets(price.days, buckets),
            format: formatPrice,
          }
        : undefined,
    [price, buckets],
  )
  const titles = useMemo(() => buckets.map((bucket) => bucketTitle(bucket, grain)), [buckets, grain])
  const xTicks = useMemo(() => ticksOf(buckets), [buckets])
  const { label, unit } = basisWords[basis]
  const names = signals.map(({ query }) => query.title)
  const all = second ? [...lines, second] : lines
  const hasGaps = lines.some(({ values }) => values.includes(null))
  return (
    <ComparisonCard
      title={sentence(unit)}
      file={{
        subject: names.join(', '),
        subtitle: `${formatDayRange(range.first, range.last)}, ${unit} by ${grain}`,
        legend: all.map(({ key, label: name, style }) => ({ key, label: name, color: style.color })),
        header: [
          'from',
          'to',
          ...names.map((name) => `${name} (${unit})`),
          ...(second ? [`${second.label} (close)`] : []),
        ],
        rows: () =>
          buckets.map(({ first, last }, index) => [first, last, ...all.map(({ values }) => values[index] ?? null)]),
      }}
      renderChart={(svg) => (
        <LineChart
          svgRef={svg}
          label={`${label} of ${names.join(', ')} by ${grain}`}
          titles={titles}
          lines={lines}
          second={second}
          xTicks={xTicks}
          yFormat={(value) => formatTick(comparison, value)}
          valueFormat={(value) => formatRate(basis, value)}
          onSelect={(first, last) =>
            range.setRange(buckets[first]?.first ?? range.first, buckets[last]?.last ?? range.last)
          }
        />
      )}
      renderTable={() => (
        <RateTable
          caption={`${label} by ${grain}`}
          titles={titles}
          lines={lines}
          second={second}
          format={(value) => formatRate(basis, value)}
        />
      )}
      footnote={
        <>
          All signals on one scale
          {grain === 'day'
            ? '.'
            : basis === 'share'
              ? `, each ${grain} as a whole.`
              : `, each ${grain} as the mean of its known days.`}
          {hasGaps && ' A gap in a line means that nothing is known, not that there was nothing.'}
          {second &&
            ` The thin grey line is ${second.label}${price?.origin.currency ? ` in ${price.origin.currency}` : ''} on the right axis, which begins where the price does: the two axes have nothing in common, so the points where lines cross mean nothing.`}
        </>
      }
    />
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const formatPrice = (value: number): string => (Math.abs(value) >= 10_000 ? formatCompact(value) : formatFactor(value))

const formatTick = ({ basis }: SignalComparison, value: number): string =>
  basis === 'share' || value < 10 ? formatRate(basis, value).replace(/\.0$/, '') : formatCompact(value)

interface RateTableProps {
  caption: string
  titles: readonly string[]
  lines: readonly StyledLine[]
  second: SecondLine | undefined
  format: (value: number | null) => string
}

/** The table view: the same spans as rows, newest first. */
const RateTable = ({ caption, titles, lines, second, format }: RateTableProps) => {
  const rows = titles.map((title, index) => ({ title, index })).toReversed()
  type Row = (typeof rows)[number]
  const columns: TableColumn<Row>[] = [
    { key: 'span', title: 'Dates', renderCell: ({ title }) => title, sortBy: ({ index }) => index },
    ...lines.map(({ key, label, values }): TableColumn<Row> => ({
      key,
      title: label,
      numeric: true,
      sortBy: ({ index }) => values[index] ?? null,
      renderCell: ({ index }) => format(values[index] ?? null),
    })),
  ]
  if (second)
    columns.push({
      key: 'price',
      title: second.label,
      numeric: true,
      sortBy: ({ index }) => second.values[index] ?? null,
      renderCell: ({ index }) => {
        const close = second.values[index] ?? null
        return close === null ? 'no price' : second.format(close)
      },
    })
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ title }) => title} maxHeight={340} />
}
