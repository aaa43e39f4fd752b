import type { HashtagTrends, HashtagDay } from '@auspex/sdk'
import { useMemo } from 'react'
import { bucketsOf, ticksOf } from '../../lib/time/buckets.ts'
import { type ChartFile, exportsOf, tableOf } from '../../lib/files/download.ts'
import { formatCompact, formatCount, formatShare, formatShareInterval } from '../../lib/numbers/format.ts'
import { formatDay, formatInstant } from '../../lib/time/format.ts'
import { ChartFrame } from '../../ui/charts/chart-frame.tsx'
import type { ChartColumn, ChartLine } from '../../ui/charts/chart-model.ts'
import { ColumnChart } from '../../ui/charts/column-chart.tsx'
import { Legend } from '../../ui/charts/legend.tsx'
import { describeTrend, unitOf } from './hashtag-words.ts'
import { colorOfKind } from '../../lib/words/words.ts'
import { SourceNote } from './hashtag-notes.tsx'
import { DataTable, figureColumn, type TableColumn } from '../../ui/data-table.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'

const toTitle = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Videos by day as columns, their share of all videos as a line. Days without counts are hatched. */
export const HashtagCourse = ({ trend }: { trend: HashtagTrends }) => {
  const { tag, days, source } = trend
  const units = unitOf(trend)
  const title = `${toTitle(units)} by day`
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const series = useMemo(
    () => [{ key: 'videos', label: `${toTitle(units)} with #${tag}`, color: colorOfKind('video') }],
    [units, tag],
  )
  const columns = useMemo(() => toColumns(days, units), [days, units])
  const hasShare = days.some(({ share }) => share !== null)
  const share = useMemo(
    (): ChartLine => ({
      key: 'share',
      label: `Share of all ${units}`,
      color: 'var(--ink-2)',
      values: days.map((day) => day.share),
      format: formatShare,
    }),
    [days, units],
  )
  const finding = describeTrend(trend)
  const file: ChartFile = {
    subject: `#${tag}`,
    headline: finding,
    subtitle: `${title}, ${first} to ${last}. ${source.name}${source.isSubstitute ? ' (a substitute)' : ''}. Read ${formatInstant(source.asOf)}.`,
    legend: hasShare ? [...series, share] : series,
    ...tableOf(days, {
      day: ({ day }) => day,
      [units]: ({ videos }) => videos,
      views: ({ views }) => views,
      all: ({ total }) => total,
      share: (day) => day.share,
      share_low: ({ shareLow }) => shareLow,
      share_high: ({ shareHigh }) => shareHigh,
      source: () => source.name,
      data_as_of: () => source.asOf,
    }),
  }
  return (
    <ChartFrame
      title={title}
      heading={<h2 style={{ marginBottom: 10 }}>{finding}</h2>}
      legend={<Legend items={hasShare ? [...series, { ...share, line: true }] : series} />}
      {...exportsOf(title, file)}
      renderChart={(svg) => (
        <ColumnChart
          svgRef={svg}
          label={`${title} with #${tag}`}
          columns={columns}
          series={series}
          lines={hasShare ? [share] : []}
          xTicks={ticksOf(bucketsOf(first, last, 'day'))}
          yTitle={`${title.split(' ')[0]} a day`}
          yFormat={formatCompact}
          valueFormat={formatCount}
          onOpen={() => undefined}
          onSelect={() => undefined}
        />
      )}
      renderTable={() => <DayTable caption={title} days={days} units={units} />}
      footnote={
        <>
          {trend.note !== null && <p>{trend.note}</p>}
          <p>
            {hasShare
              ? `The line is the share of all ${units} that day, because counts grow when more is read.`
              : trend.shareReason}{' '}
            {days.some(({ videos }) => videos === null) && 'Hatched: not counted. '}
            {days.at(-1)?.videos != null && 'Pale: today so far.'}
          </p>
          <SourceNote source={source} />
        </>
      }
    />
  )
}

/** A column for each day; the last one is not over. */
const toColumns = (days: readonly HashtagDay[], units: string): readonly ChartColumn[] =>
  days.map(({ day, videos, total, share, shareLow, shareHigh, views }, index) => {
    const notes = [
      total !== null && `of ${formatCount(total)} ${units} in all`,
      share !== null &&
        shareLow !== null &&
        shareHigh !== null &&
        `share ${formatShare(shareLow)} to ${formatShare(shareHigh)}`,
      views !== null && videos !== 0 && `${formatCompact(views)} views`,
    ].filter((note) => note !== false)
    return {
      key: day,
      title: index === days.length - 1 ? `${formatDay(day)}, so far` : formatDay(day),
      values: [videos],
      partial: index === days.length - 1,
      ...(notes.length > 0 && { note: notes.join('; ') }),
    }
  })

interface DayTableProps {
  caption: string
  days: readonly HashtagDay[]
  units: string
}

/** The table view of the chart, newest first. */
const DayTable = ({ caption, days, units }: DayTableProps) => {
  const columns: readonly TableColumn<HashtagDay>[] = [
    { key: 'day', title: 'Day', renderCell: ({ day }) => formatDay(day), sortBy: ({ day }) => day },
    numeric('videos', 'With the hashtag', ({ videos }) => videos),
    numeric('total', `All ${units}`, ({ total }) => total),
    {
      key: 'share',
      title: 'Share',
      numeric: true,
      sortBy: ({ share }) => share,
      renderCell: ({ share, shareLow, shareHigh }) => (
        <ValueOrUnknown
          value={share}
          format={(value) =>
            shareLow === null || shareHigh === null
              ? formatShare(value)
              : `${formatShare(value)} (${formatShareInterval(shareLow, shareHigh)})`
          }
        />
      ),
    },
    numeric('views', 'Views', ({ views }) => views),
  ]
  return (
    <DataTable caption={caption} columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} maxHeight={300} />
  )
}

const numeric = (key: string, title: string, valueOf: (day: HashtagDay) => number | null) =>
  figureColumn({ key, title, valueOf, format: formatCount })
