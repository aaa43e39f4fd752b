import type { MedicineLink, MedicineSection, SeriesInterval } from '@auspex/sdk'
import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { type ChartFile, exportsOf } from '../../../lib/files/download.ts'
import { formatCompact, formatCount } from '../../../lib/numbers/format.ts'
import { formatDayRange } from '../../../lib/time/format.ts'
import { bucketOf, bucketTitle, ticksOf } from '../../../lib/time/buckets.ts'
import { colorOfKind } from '../../../lib/words/words.ts'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { ColumnChart } from '../../../ui/charts/column-chart.tsx'
import { LagPlot } from '../../../ui/charts/lag-plot.tsx'
import { Legend } from '../../../ui/charts/legend.tsx'
import { DataTable, figureColumn } from '../../../ui/data-table.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Whether trials or papers correlate with the documents, and how certain that is; no correlation is a result too. */
const MedicineVerdict = ({ link, kind, interval, top }: VerdictProps) => {
  if (link === null) return <p className={textStyles.note}>Compared with the talk once all are counted.</p>
  const { outcome, lag, coefficient, n, pValue, lags, verdict } = link
  const badge = { linked: 'Linked', 'no-link-found': 'No link found', 'too-short': 'Not compared' }[outcome]
  const isLinked = outcome === 'linked' && lag !== null
  return (
    <Stack gap={10} align="flex-start" mt={14}>
      <p
        className={`${textStyles.detail} ${textStyles.strong} ${surfaces.badge} ${isLinked ? surfaces.accent : surfaces.muted}`}
      >
        {isLinked ? `${badge}, ${describeLag(lag, interval, kind)}` : badge}
      </p>
      <p className={`${textStyles.text} ${textStyles.pretty}`}>
        {withMinus(verdict.replace(/^(No link found: |Not compared\. )/, '')).replace(/^./, (first) =>
          first.toUpperCase(),
        )}
      </p>
      {lag !== null && coefficient !== null && pValue !== null && (
        <>
          <LagPlot lags={lags} strongest={lag} top={top} ends={[`${kind} first`, 'talk first']} />
          <p className={textStyles.fine}>
            {isLinked ? 'r' : 'Strongest r'} {formatSigned(coefficient.value)} ({formatSigned(coefficient.low)} to{' '}
            {formatSigned(coefficient.high)}) at {describeLag(lag, interval, kind)}; {formatCount(n)} {interval}s;{' '}
            {lags.length} lags; p {pValue < 0.001 ? '< 0.001' : pValue.toFixed(pValue < 0.1 ? 3 : 2)} after correcting
            for them
          </p>
        </>
      )}
    </Stack>
  )
}

const formatSigned = (value: number) => value.toFixed(2).replace('-', '−')

const withMinus = (text: string): string => text.replaceAll(/(?<=\s)-(?=\d)/g, '−')

const describeLag = (lag: number, interval: SeriesInterval, kind: string): string => {
  if (lag === 0) return `same ${interval}`
  const length = `${Math.abs(lag)} ${interval}${Math.abs(lag) === 1 ? '' : 's'}`
  return lag > 0 ? `${kind} ${length} later` : `${kind} ${length} earlier`
}

type Point = MedicineSection['points'][number]

interface MedicineSeriesProps {
  kind: 'trials' | 'papers'
  section: MedicineSection
  topic: string
  link: MedicineLink | null
  /** The correlation of the tallest bar of all plots. */
  top: number
}

const words = {
  trials: { title: 'New trials', one: 'trials', color: colorOfKind('trial') },
  papers: { title: 'New papers', one: 'papers', color: colorOfKind('paper') },
} as const

/** Trials or papers as columns, the documents of the report as a line over them, and whether they correlate. */
export const MedicineSeries = ({ kind, section, topic, link, top }: MedicineSeriesProps) => {
  const { interval, points, trialsOrigin, papersOrigin } = section
  const { title, one, color } = words[kind]
  const origin = kind === 'trials' ? trialsOrigin : papersOrigin
  const buckets = useMemo(
    () => points.map(({ firstDay, lastDay }) => bucketOf(firstDay, lastDay, interval)),
    [points, interval],
  )
  const columns = useMemo(
    () =>
      points.map((point, index) => {
        const bucket = buckets[index] ?? bucketOf(point.firstDay, point.lastDay, interval)
        return {
          key: point.firstDay,
          title: bucketTitle(bucket, interval),
          values: [point[kind]],
          partial: bucket.partial,
          ...(kind === 'papers' &&
            point.allPapers !== null && { note: `of ${formatCount(point.allPapers)} papers in all` }),
        }
      }),
    [points, buckets, interval, kind],
  )
  const talk = useMemo(
    () => ({
      key: 'talk',
      label: `Documents about ${topic}`,
      color: 'var(--ink-2)',
      values: points.map(({ documents }) => documents),
      format: formatCompact,
    }),
    [points, topic],
  )
  const series = [{ key: kind, label: title, color }]
  const [first, last] = [points[0]?.firstDay ?? '', points.at(-1)?.lastDay ?? '']
  const file: ChartFile = {
    subject: topic,
    headline: `${title} about ${section.subject?.term ?? topic}`,
    subtitle: `${title} a ${interval}, ${formatDayRange(first, last)}. ${origin?.attribution ?? ''}`,
    legend: [...series, talk],
    header: ['from', 'to', one, ...(kind === 'papers' ? ['all papers'] : []), 'documents', 'source', 'data as of'],
    rows: () =>
      points.map((point) => [
        point.firstDay,
        point.lastDay,
        point[kind],
        ...(kind === 'papers' ? [point.allPapers] : []),
        point.documents,
        origin?.name ?? null,
        origin?.asOf ?? null,
      ]),
  }
  return (
    <ChartFrame
      title={title}
      heading={<h3 style={{ marginBottom: 8 }}>{title}</h3>}
      legend={<Legend items={[...series, { ...talk, line: true }]} />}
      {...exportsOf(title, file)}
      renderChart={(svg) => (
        <ColumnChart
          svgRef={svg}
          label={`${title} about ${topic} by ${interval}`}
          columns={columns}
          series={series}
          lines={[talk]}
          xTicks={ticksOf(buckets)}
          height={200}
          yTitle={`${title} a ${interval}`}
          yFormat={formatCompact}
          valueFormat={(value) => (value === null ? 'not counted' : formatCount(value))}
          onOpen={nothing}
          onSelect={nothing}
        />
      )}
      renderTable={() => <PointTable kind={kind} points={points} interval={interval} />}
      footnote={<MedicineVerdict link={link} kind={kind} interval={interval} top={top} />}
    />
  )
}

/** A column has no list of its own: the register and the index list all days. */
const nothing = () => {}

const PointTable = ({
  kind,
  points,
  interval,
}: { readonly kind: MedicineSeriesProps['kind'] } & Pick<MedicineSection, 'points' | 'interval'>) => {
  const number = (key: string, title: string, valueOf: (point: Point) => number | null) =>
    figureColumn({ key, title, valueOf, format: formatCount })
  return (
    <DataTable
      caption={`${words[kind].title} by ${interval}`}
      columns={[
        {
          key: 'span',
          title: interval.charAt(0).toUpperCase() + interval.slice(1),
          renderCell: ({ firstDay, lastDay }) => bucketTitle(bucketOf(firstDay, lastDay, interval), interval),
          sortBy: ({ firstDay }) => firstDay,
        },
        number('count', words[kind].title, (point) => point[kind]),
        ...(kind === 'papers' ? [number('all', 'All papers', ({ allPapers }) => allPapers)] : []),
        number('documents', 'Documents', ({ documents }) => documents),
      ]}
      rows={points.toReversed()}
      rowKey={({ firstDay }) => firstDay}
      maxHeight={300}
    />
  )
}

interface VerdictProps {
  link: MedicineLink | null
  kind: 'trials' | 'papers'
  interval: SeriesInterval
  top: number
}
