import type { MeasuredCorrelation, StockForecast } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatCompact, formatDay, formatDayOfMonth, formatFactor } from '../../lib/format.ts'
import { FanChart, type FanWords } from '../../ui/charts/fan-chart.tsx'
import { type FanStep, fanSteps } from '../../ui/charts/fan-model.ts'
import { Legend } from '../../ui/charts/legend.tsx'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { ComparisonCard } from './comparison-card.tsx'

interface PriceFanProps {
  forecast: StockForecast
  days: MeasuredCorrelation['days']
}

const legend = [
  { key: 'known', label: 'Close', color: 'var(--chart-1)', line: true },
  { key: 'point', label: 'Forecast (median)', color: 'var(--ink)', line: true },
  { key: 'half', label: '50 % band', color: 'color-mix(in srgb, var(--chart-1) 48%, var(--surface))' },
  { key: 'most', label: '80 %', color: 'color-mix(in srgb, var(--chart-1) 30%, var(--surface))' },
  { key: 'all', label: '95 %', color: 'color-mix(in srgb, var(--chart-1) 16%, var(--surface))' },
]

const formatPrice = (value: number): string => (value >= 10_000 ? formatCompact(value) : formatFactor(value))

const words: FanWords = {
  day: formatDay,
  tickDay: (day, isOfNewYear) => (isOfNewYear ? formatDay(day) : formatDayOfMonth(day)),
  tick: formatPrice,
  value: formatPrice,
  known: (close) => (close === null ? 'No price' : `Closed at ${formatPrice(close)}`),
}

/** The last closes and the coming trading days with their bands; the table twin has every number. */
export const PriceFan = ({ forecast, days }: PriceFanProps) => {
  const { symbol, currency, asOf, lastClose, horizonDays, models } = forecast
  const steps = useMemo(() => {
    // Days without trade are no days of this chart; the last close is known even when the comparison ends before it.
    const closes = days.flatMap(({ day, close }) => (close === null || day >= asOf ? [] : [{ day, known: close }]))
    return fanSteps([...closes, { day: asOf, known: lastClose }], forecast.days)
  }, [forecast, days, asOf, lastClose])
  const model = models.find(({ chosen }) => chosen)?.name ?? 'unknown'
  return (
    <ComparisonCard
      title={`Forecast of ${symbol}${currency ? ` in ${currency}` : ''}`}
      legend={<Legend items={legend} />}
      file={{
        subject: symbol,
        subtitle: `Forecast over ${horizonDays} trading days by ${model}, from prices until ${formatDay(asOf)}. Not advice.`,
        legend,
        header: ['day', 'close', 'forecast', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'],
        rows: () => steps.map(toRow),
      }}
      renderChart={(svg) => (
        <FanChart
          svgRef={svg}
          steps={steps}
          past="line"
          words={words}
          label={`Closing prices of ${symbol}, and their forecast`}
        />
      )}
      renderTable={() => <FanTable steps={steps} />}
      footnote={
        <>
          By <b>{model}</b>. Half of the days are expected inside the inner band, four of five inside the middle one, 19
          of 20 inside the outer one. The axis does not begin at 0.
        </>
      }
    />
  )
}

const toRow = ({ day, known, forecast }: FanStep) => [
  day,
  known,
  forecast?.point ?? null,
  forecast?.low50 ?? null,
  forecast?.high50 ?? null,
  forecast?.low80 ?? null,
  forecast?.high80 ?? null,
  forecast?.low95 ?? null,
  forecast?.high95 ?? null,
]

const columns: readonly TableColumn<FanStep>[] = [
  { key: 'day', title: 'Day', renderCell: ({ day }) => formatDay(day), sortBy: ({ day }) => day },
  {
    key: 'point',
    title: 'Median',
    numeric: true,
    renderCell: ({ forecast }) => formatPrice(forecast?.point ?? 0),
    sortBy: ({ forecast }) => forecast?.point ?? null,
  },
  ...(['50', '80', '95'] as const).map((level): TableColumn<FanStep> => ({
    key: level,
    title: `${level} % band`,
    numeric: true,
    renderCell: ({ forecast }) =>
      `${formatPrice(forecast?.[`low${level}`] ?? 0)} to ${formatPrice(forecast?.[`high${level}`] ?? 0)}`,
  })),
]

const FanTable = ({ steps }: { steps: readonly FanStep[] }) => (
  <DataTable
    caption="Forecast by day"
    columns={columns}
    rows={steps.filter(({ forecast }) => forecast !== null)}
    rowKey={({ day }) => day}
    maxHeight={300}
  />
)
