import type { HashtagTrends } from '@auspex/sdk'
import { useMemo } from 'react'
import { bucketsOf, bucketTitle, ticksOf, type Bucket } from '../../lib/time/buckets.ts'
import { type ChartFile, exportsOf } from '../../lib/files/download.ts'
import { formatCompact, formatCount, formatShare } from '../../lib/numbers/format.ts'
import { formatDayRange } from '../../lib/time/format.ts'
import { ChartFrame } from '../../ui/charts/chart-frame.tsx'
import { Legend, lineStyleAt } from '../../ui/charts/legend.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { unitOf } from './hashtag-words.ts'
import { SourceNote } from './hashtag-notes.tsx'

interface HashtagComparisonProps {
  /** The first is the subject of the page. */
  trends: readonly [HashtagTrends, ...HashtagTrends[]]
}

/** Up to three hashtags on one scale: their share of all videos if it is known, else their number. */
export const HashtagComparison = ({ trends }: HashtagComparisonProps) => {
  const [main] = trends
  const days = main.days
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const grain = days.length > 60 ? 'week' : 'day'
  const buckets = useMemo(() => bucketsOf(first, last, grain), [first, last, grain])
  const { basis, compared, others, valuesOf } = useMemo(() => compareLines(trends, buckets), [trends, buckets])
  const lines = compared.map((trend, index) => ({
    key: trend.tag,
    label: `#${trend.tag}`,
    style: lineStyleAt(index),
    values: valuesOf(trend),
  }))
  const format = (value: number | null) => (basis === 'share' ? formatShare(value) : formatCount(value))
  const quantity = basis === 'share' ? `Share of all ${unitOf(main)}` : `${unitOf(main)} by ${grain}`
  const title = `${quantity.charAt(0).toUpperCase()}${quantity.slice(1)}`
  const titles = buckets.map((bucket) => bucketTitle(bucket, grain))
  const names = lines.map(({ label }) => label).join(', ')
  const file: ChartFile = {
    subject: names,
    subtitle: `${title}, ${formatDayRange(first, last)}. ${main.source.name}.`,
    legend: lines.map(({ key, label, style }) => ({ key, label, color: style.color })),
    header: ['from', 'to', ...lines.map(({ label }) => label), 'source', 'data_as_of'],
    rows: () =>
      buckets.map((bucket, index) => [
        bucket.first,
        bucket.last,
        ...lines.map(({ values }) => values[index] ?? null),
        main.source.name,
        main.source.asOf,
      ]),
  }
  return (
    <ChartFrame
      title={title}
      heading={<h2 style={{ marginBottom: 10 }}>{names}</h2>}
      legend={<Legend items={lines.map(({ key, label, style }) => ({ key, label, color: style.color, line: true }))} />}
      {...exportsOf(title, file)}
      renderChart={(svg) => (
        <LineChart
          svgRef={svg}
          label={`${title} of ${names}`}
          titles={titles}
          lines={lines}
          xTicks={ticksOf(buckets)}
          yFormat={(value) => (basis === 'share' ? formatShare(value) : formatCompact(value))}
          valueFormat={format}
          onSelect={() => undefined}
        />
      )}
      renderTable={() => (
        <DataTable
          caption={title}
          columns={tableColumns(titles, lines, format)}
          rows={titles.map((_, index) => index).toReversed()}
          rowKey={String}
          maxHeight={300}
        />
      )}
      footnote={
        <>
          <p>
            All on one scale. A gap in a line means there is no data.
            {others.map(
              ({ tag, source }) =>
                ` #${tag} is left out, because its numbers come from another source (${source.name}), and cannot be compared.`,
            )}
          </p>
          <SourceNote source={main.source} />
        </>
      }
    />
  )
}

const tableColumns = (
  titles: readonly string[],
  lines: readonly { key: string; label: string; values: readonly (number | null)[] }[],
  format: (value: number | null) => string,
): readonly TableColumn<number>[] => [
  { key: 'span', title: 'Dates', renderCell: (index) => titles[index], sortBy: (index) => index },
  ...lines.map(({ key, label, values }): TableColumn<number> => ({
    key,
    title: label,
    numeric: true,
    sortBy: (index) => values[index] ?? null,
    renderCell: (index) => format(values[index] ?? null),
  })),
]

type Trends = readonly [HashtagTrends, ...HashtagTrends[]]

/** Hashtags on one scale with the first: those of the same origin, as shares only if all have them. */
const compareLines = (trends: Trends, buckets: readonly Bucket[]) => {
  const [main] = trends
  const compared = trends.filter(({ origin }) => origin === main.origin)
  const others = trends.filter(({ origin }) => origin !== main.origin)
  const basis = compared.every(({ days }) => days.some(({ total }) => total !== null)) ? 'share' : 'count'
  const valuesOf = ({ days }: HashtagTrends): (number | null)[] =>
    buckets.map(({ first, last }) => {
      const inside = days.filter(({ day, videos }) => day >= first && day <= last && videos !== null)
      if (inside.length === 0) return null
      const videos = inside.reduce((sum, day) => sum + (day.videos ?? 0), 0)
      if (basis === 'count') return videos
      const total = inside.reduce((sum, day) => sum + (day.total ?? 0), 0)
      return total === 0 ? null : videos / total
    })
  return { basis, compared, others, valuesOf } as const
}
