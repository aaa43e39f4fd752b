import type { MedicineLink, MedicineSection } from '@auspex/sdk'
import { useMemo } from 'react'
import { bucketOf, bucketTitle, ticksOf } from '../../../lib/buckets.ts'
import { type ChartFile, pictureText, saveNumbers, savePicture } from '../../../lib/chart-file.ts'
import { formatCompact, formatCount, formatDayRange } from '../../../lib/format.ts'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { ColumnChart } from '../../../ui/charts/column-chart.tsx'
import { Legend } from '../../../ui/charts/legend.tsx'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { ValueOrUnknown } from '../../../ui/value-or-unknown.tsx'
import { MedicineVerdict } from './medicine-verdict.tsx'

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
  trials: { title: 'New trials', one: 'trials', color: 'var(--chart-3)' },
  papers: { title: 'New papers', one: 'papers', color: 'var(--chart-2)' },
} as const

/** Trials or papers as columns, the documents of the report as a line over them, and whether one goes with the other. */
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
      color: 'var(--chart-1)',
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
      picture={pictureText(title, file)}
      onPicture={(picture) => savePicture(title, file, picture)}
      onNumbers={() => saveNumbers(title, file)}
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

/** A column has no list of its own: the register and the index have one of all days. */
const nothing = () => {}

const PointTable = ({
  kind,
  points,
  interval,
}: Pick<MedicineSeriesProps, 'kind'> & Pick<MedicineSection, 'points' | 'interval'>) => {
  const number = (key: string, title: string, valueOf: (point: Point) => number | null): TableColumn<Point> => ({
    key,
    title,
    numeric: true,
    sortBy: valueOf,
    renderCell: (point) => <ValueOrUnknown value={valueOf(point)} format={formatCount} />,
  })
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
