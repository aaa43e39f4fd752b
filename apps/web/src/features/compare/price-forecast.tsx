import type { MeasuredCorrelation, ForecastModel, StockForecast } from '@auspex/sdk'
import { Button, Group, Skeleton, Stack, Box } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, useMemo } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCompact, formatFactor } from '../../lib/numbers/format.ts'
import { formatDay, formatDayOfMonth } from '../../lib/time/format.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { forecastTradingDays, priceForecastOptions } from './compare.queries.ts'
import textStyles from '../../ui/text-styles.module.css'
import { modelFigures } from '../../lib/numbers/figures.ts'
import { FanChart, type FanWords, FanTable, ModelsCard } from '../../ui/charts/fan-chart.tsx'
import { fanHeader, fanLegend, fanRow, fanSteps } from '../../ui/charts/fan-model.ts'
import { Legend } from '../../ui/charts/legend.tsx'
import { ComparisonCard } from './comparison-chart.tsx'

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
const PriceFan = ({ forecast, days }: PriceFanProps) => {
  const { symbol, currency, asOf, lastClose, horizonDays, models } = forecast
  const steps = useMemo(() => {
    // Days without trading are not in this chart; the last close is known even if the comparison ends before it.
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
          By <b>{model}</b>. Half of the days should fall in the inner band, four out of five in the middle one, and 19
          out of 20 in the outer one. The axis does not begin at 0.
        </>
      }
    />
  )
}

const renderName = ({ name, chosen }: ForecastModel) => (
  <>
    {name}
    {name === 'naive' && (
      <Box component="span" className={textStyles.caption} fw={400}>
        {' '}
        repeats the last close
      </Box>
    )}
    {chosen && <b> chosen</b>}
  </>
)

/** How each model performed on the past, including the naive one that repeats the last close. */
const PriceModels = ({ models }: { models: readonly ForecastModel[] }) => (
  <ModelsCard
    why="Each model forecast the past from several days, seeing only what came before. MASE is its mean error, divided by how much the price moves from one day to the next: lower is better, and the lowest is chosen. Naive only repeats the last close: a useful model scores below it."
    caption="How the models did on past prices"
    figures={modelFigures}
    models={models}
    renderName={renderName}
  />
)

interface PriceForecastProps {
  symbol: string
  /** The closes in the comparison, for the time before the forecast. */
  days: MeasuredCorrelation['days']
}

/** A price forecast, on demand: it is expensive, and few people who compare want it. */
export const PriceForecast = ({ symbol, days }: PriceForecastProps) => {
  const [isRequested, setIsRequested] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...priceForecastOptions(useClient(), symbol),
    enabled: isRequested,
  })
  if (!isRequested)
    return (
      <Group mt={16} gap="8px 16px">
        <Button
          variant="default"
          leftSection={<IconTargetArrow size={16} stroke={1.7} aria-hidden />}
          onClick={() => setIsRequested(true)}
        >
          Forecast of the price
        </Button>
        <p className={`${textStyles.note} ${textStyles.wide}`}>
          The next {forecastTradingDays} trading days of {symbol}, with how sure that is. Not advice.
        </p>
      </Group>
    )
  if (data)
    return (
      <Stack mt={16} gap={16} role="group" aria-label={`Forecast of ${symbol}`}>
        <PriceFan forecast={data} days={days} />
        <PriceModels models={data.models} />
        <p className={`${textStyles.note} ${textStyles.wide}`}>
          <b>What it can’t know.</b> {data.note} Prices: {data.origin.providerName}
          {data.origin.attribution ? `, ${data.origin.attribution}` : ''}, until {formatDay(data.asOf)}
          {data.origin.adjusted ? '.' : '; not adjusted for splits and dividends.'}
        </p>
      </Stack>
    )
  if (error && !isFetching) return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
  return (
    <Stack mt={16} gap={16} role="group" aria-busy="true" aria-label="Loading the forecast">
      <Skeleton height={366} radius="lg" />
      <Skeleton height={180} radius="lg" />
    </Stack>
  )
}

interface PriceFanProps {
  forecast: StockForecast
  days: MeasuredCorrelation['days']
}
