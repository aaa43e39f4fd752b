import type { MeasuredCorrelation, StockForecast } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatCompact, formatDay, formatDayOfMonth, formatFactor } from '../../lib/format.ts'
import { FanChart, type FanWords } from '../../ui/charts/fan-chart.tsx'
import { fanHeader, fanLegend, fanRow } from '../../ui/charts/fan-file.ts'
import { fanSteps } from '../../ui/charts/fan-model.ts'
import { FanTable } from '../../ui/charts/fan-table.tsx'
import { Legend } from '../../ui/charts/legend.tsx'
import { ComparisonCard } from './comparison-card.tsx'

interface PriceFanProps {
  forecast: StockForecast
  days: MeasuredCorrelation['days']
}

const legend = fanLegend({ label: 'Close', line: true })

const formatPrice = (value: number): string => (value >= 10_000 ? formatCompact(value) : formatFactor(value))

const words: FanWords = {
  day: formatDay,
  tickDay: (day, isOfNewYear) => (isOfNewYear ? formatDay(day) : formatDayOfMonth(day)),
  tick: formatPrice,
  value: formatPrice,
  actual: (close) => (close === null ? 'No price' : `Closed at ${formatPrice(close)}`),
}

/** The last closes and the coming trading days with their bands; the table view has every number. */
export const PriceFan = ({ forecast, days }: PriceFanProps) => {
  const { symbol, currency, asOf, lastClose, horizonDays, models } = forecast
  const steps = useMemo(() => {
    // Days without trade are no days of this chart; the last close is known even when the comparison ends before it.
    const closes = days.flatMap(({ day, close }) => (close === null || day >= asOf ? [] : [{ day, actual: close }]))
    return fanSteps([...closes, { day: asOf, actual: lastClose }], forecast.days)
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
        header: fanHeader('close'),
        rows: () => steps.map(fanRow),
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
      renderTable={() => <FanTable steps={steps} words={words} />}
      footnote={
        <>
          By <b>{model}</b>. Half of the days are expected inside the inner band, four of five inside the middle one, 19
          of 20 inside the outer one. The axis does not begin at 0.
        </>
      }
    />
  )
}
