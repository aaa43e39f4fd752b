import type { ComparedSignal, ComparisonBasis, MeasuredCorrelation, SignalComparison } from '@auspex/sdk'
import { type Ref, useMemo } from 'react'
import { type ChartFile, exportsOf } from '../../lib/files/download.ts'
import { ChartFrame, type ChartFrameProps } from '../../ui/charts/chart-frame.tsx'
import { daysBetween } from '../../lib/time/dates.ts'
import { formatCompact, formatCount, formatFactor, formatShare } from '../../lib/numbers/format.ts'
import { formatDay, formatDayRange } from '../../lib/time/format.ts'
import { type Bucket, type Grain, describePeak, ticksOf, bucketTitle } from '../../lib/time/buckets.ts'
import { type TableColumn, DataTable } from '../../ui/data-table.tsx'
import { Facets } from '../../ui/charts/facets.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import type { SecondLine, StyledLine } from '../../ui/charts/chart-model.ts'
import { lineStylesOf, secondStyle } from '../../ui/charts/legend.tsx'
import type { ComparisonRange } from './use-compare-search.ts'
import classes from './compare.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface ComparisonCardProps extends Omit<ChartFrameProps, 'picture' | 'onPicture' | 'onNumbers'> {
  file: ChartFile
}

/** The chart of a comparison with its table view and its export. */
export const ComparisonCard = ({ file, ...frame }: ComparisonCardProps) => (
  <ChartFrame {...frame} {...exportsOf(frame.title, file)} />
)

export const basisWords: Record<ComparisonBasis, { readonly label: string; readonly unit: string }> = {
  documents: { label: 'Documents', unit: 'documents a day' },
  share: { label: 'Share', unit: 'share of all documents' },
  stories: { label: 'Pieces', unit: 'pieces a day' },
  outlets: { label: 'Outlets', unit: 'outlets a day' },
}

const formatRate = (basis: ComparisonBasis, value: number | null): string => {
  if (value === null) return 'no data'
  if (basis === 'share') return formatShare(value)
  if (Number.isInteger(value)) return formatCount(value)
  return value >= 100 ? formatCompact(Math.round(value)) : formatFactor(value)
}

/**
 * The rate of each span over its known days: the mean per day, or the share of the whole span. This way a week that has just
 * begun does not look like a fall. Null is a gap.
 */
export const rateOfBuckets = (
  { values, exposures }: Pick<ComparedSignal, 'values' | 'exposures'>,
  { firstDay }: { readonly firstDay: SignalComparison['firstDay'] },
  buckets: readonly Bucket[],
): readonly (number | null)[] =>
  buckets.map(({ first, last }) => {
    const [start, end] = [daysBetween(firstDay, first) - 1, daysBetween(firstDay, last)]
    let [count, exposure] = [0, 0]
    for (let day = Math.max(0, start); day < end; day++) {
      const value = values[day] ?? null
      const weight = exposures[day] ?? 0
      if (value === null || weight === 0) continue
      count += value
      exposure += weight
    }
    return exposure === 0 ? null : count / exposure
  })

/** The last known close of each span; null if there is none, as on days without trading. */
export const closesOfBuckets = (
  days: MeasuredCorrelation['days'],
  buckets: readonly Bucket[],
): readonly (number | null)[] => {
  let at = 0
  return buckets.map(({ first, last }) => {
    let close: number | null = null
    for (; at < days.length && (days[at]?.day ?? '') <= last; at++)
      if ((days[at]?.day ?? '') >= first) close = days[at]?.close ?? close
    return close
  })
}

/** The sum of all signals on each day, for the strip: a gap adds nothing. */
export const togetherByDay = (signals: readonly ComparedSignal[]): readonly number[] =>
  (signals[0]?.values ?? []).map((_, day) => signals.reduce((sum, { values }) => sum + (values[day] ?? 0), 0))

interface ComparisonChartProps {
  comparison: SignalComparison
  range: ComparisonRange
  /** A price to draw over the lines. */
  price: MeasuredCorrelation | null
  /** Whether the signals are in one chart or in one each; undefined for whichever is easier to read. */
  view: 'together' | 'apart' | undefined
  onView: (view: 'together' | 'apart') => void
  /** The figures are for previously chosen days, and are about to change. */
  isOld: boolean
}

/** From this many lines on, lines that cross often are drawn apart. */
const manyLines = 4

/** Whether there are many lines, and they cross at least once a pair: together they cannot be followed with the eye. */
const isTangled = (lines: readonly StyledLine[]): boolean => {
  if (lines.length < manyLines) return false
  const pairs = lines.flatMap((line, index) =>
    lines.slice(index + 1).map((other) => [line.values, other.values] as const),
  )
  const crossings = pairs.reduce((sum, [a, b]) => sum + countCrossings(a, b), 0)
  return crossings >= pairs.length
}

const countCrossings = (a: StyledLine['values'], b: StyledLine['values']): number => {
  const signs = a.flatMap((value, index) => {
    const difference = Math.sign((value ?? 0) - (b[index] ?? 0))
    return difference === 0 ? [] : [difference]
  })
  return signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]).length
}

interface ComparedLines {
  readonly lines: readonly StyledLine[]
  /** The price; undefined where none is drawn. */
  readonly second: SecondLine | undefined
}

const useComparedLines = ({ comparison, range, price }: ComparisonChartProps): ComparedLines => {
  const { buckets } = range
  const { signals } = comparison
  const lines = useMemo<StyledLine[]>(() => {
    const styles = lineStylesOf(signals.map(({ signalId }) => signalId))
    return signals.map((signal) => ({
      key: signal.signalId,
      label: signal.query.title,
      style: styles.get(signal.signalId) ?? secondStyle,
      values: rateOfBuckets(signal, comparison, buckets),
    }))
  }, [comparison, signals, buckets])
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
  return { lines, second }
}

/** The signals on one scale, with a price on its own axis; the same data as a table and as files. */
export const ComparisonChart = (props: ComparisonChartProps) => {
  const { comparison, range, view, onView, isOld } = props
  const { basis } = comparison
  const finding = isOld ? null : comparison.finding
  const { buckets, grain } = range
  const compared = useComparedLines(props)
  const { lines, second } = compared
  const titles = useMemo(() => buckets.map((bucket) => bucketTitle(bucket, grain)), [buckets, grain])
  const { label, unit } = basisWords[basis]
  const isApart = second === undefined && (view ?? (isTangled(lines) ? 'apart' : 'together')) === 'apart'
  const plot = { ...compared, comparison, range, titles, label: `${label} of ${namesOf(lines).join(', ')} by ${grain}` }
  return (
    <ComparisonCard
      title={sentence(unit)}
      {...(finding !== null && {
        heading: <h3 className={classes.finding}>{finding}</h3>,
        legend: <span className={textStyles.note}>{sentence(unit)}</span>,
      })}
      file={comparisonFile({ ...compared, unit, range })}
      controls={
        lines.length > 2 &&
        second === undefined && (
          <SegmentedControl
            size="xs"
            aria-label="Signals drawn"
            value={isApart ? 'apart' : 'together'}
            onChange={onView}
            data={[
              { value: 'together', label: 'Together' },
              { value: 'apart', label: 'One each' },
            ]}
          />
        )
      }
      renderChart={(svg) => (isApart ? <LinesApart {...plot} /> : <LinesTogether {...plot} svgRef={svg} />)}
      renderTable={() => (
        <RateTable
          caption={`${label} by ${grain}`}
          titles={titles}
          lines={lines}
          second={second}
          format={(value) => formatRate(basis, value)}
        />
      )}
      footnote={<Footnote {...props} {...compared} />}
    />
  )
}

const namesOf = (lines: readonly StyledLine[]): readonly string[] => lines.map(({ label }) => label)

/** The drawn values as a file, with the price in the last column. */
const comparisonFile = ({
  lines,
  second,
  unit,
  range: { drawn, buckets, grain },
}: ComparedLines & { unit: string; range: ComparisonRange }): ChartFile => {
  const all = second ? [...lines, second] : lines
  const names = namesOf(lines)
  return {
    subject: names.join(', '),
    subtitle: `${formatDayRange(drawn.first, drawn.last)}, ${unit} by ${grain}`,
    legend: all.map(({ key, label: name, style }) => ({ key, label: name, color: style.color })),
    header: ['from', 'to', ...names.map((name) => `${name} (${unit})`), ...(second ? [`${second.label} (close)`] : [])],
    rows: () =>
      buckets.map(({ first, last }, index) => [first, last, ...all.map(({ values }) => values[index] ?? null)]),
  }
}

interface DrawnLinesProps extends ComparedLines {
  comparison: SignalComparison
  range: ComparisonRange
  titles: readonly string[]
  label: string
}

/** Sets the range to the spans between two that were selected in a chart. */
const toSelect =
  ({ setRange, buckets, drawn }: ComparisonRange) =>
  (first: number, last: number) =>
    setRange(buckets[first]?.first ?? drawn.first, buckets[last]?.last ?? drawn.last)

const LinesApart = ({ lines, comparison: { basis }, range, titles, label }: DrawnLinesProps) => {
  const { buckets, grain, drawn } = range
  const format = (value: number | null) => formatRate(basis, value)
  return (
    <Facets
      label={label}
      facets={lines.map(({ key, label: name, style, values }) => ({
        key,
        title: name,
        color: style.color,
        values,
        note: describePeak(values, { buckets, grain, format }),
      }))}
      titles={titles}
      ends={[formatDay(drawn.first), formatDay(drawn.last)]}
      mark="line"
      valueFormat={format}
      onSelect={toSelect(range)}
    />
  )
}

interface LinesTogetherProps extends DrawnLinesProps {
  svgRef: Ref<SVGSVGElement>
}

const LinesTogether = ({ lines, second, comparison, range, titles, label, svgRef }: LinesTogetherProps) => {
  const xTicks = useMemo(() => ticksOf(range.buckets), [range.buckets])
  return (
    <LineChart
      svgRef={svgRef}
      label={label}
      titles={titles}
      lines={lines}
      second={second}
      xTicks={xTicks}
      yFormat={(value) => formatTick(comparison, value)}
      valueFormat={(value) => formatRate(comparison.basis, value)}
      onSelect={toSelect(range)}
    />
  )
}

/** How the lines are to be read. */
const Footnote = ({ comparison, range, price, lines, second }: ComparisonChartProps & ComparedLines) => {
  const hasGaps = lines.some(({ values }) => values.includes(null))
  const currency = price?.origin.currency
  return (
    <>
      All signals on one scale{describeSpan(comparison.basis, range.grain)}
      {hasGaps && ' A gap in a line means there is no data, not that there was nothing.'}
      {second &&
        ` The thin grey line is ${second.label}${currency ? ` in ${currency}` : ''} on the right axis. The two axes are independent, so the points where lines cross mean nothing.`}
    </>
  )
}

const describeSpan = (basis: ComparisonBasis, grain: Grain): string => {
  if (grain === 'day') return '.'
  return basis === 'share' ? `, each ${grain} as a whole.` : `, each ${grain} as the mean of its known days.`
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
