import type { ForecastSection, HorizonForecast } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatCompact, formatCount, formatDay, formatDayOfMonth, formatFactor } from '../../../lib/format.ts'
import { FanChart, type FanWords } from '../../../ui/charts/fan-chart.tsx'
import { fanHeader, fanLegend, fanRow } from '../../../ui/charts/fan-file.ts'
import { fanSteps } from '../../../ui/charts/fan-model.ts'
import { FanTable } from '../../../ui/charts/fan-table.tsx'
import { Legend } from '../../../ui/charts/legend.tsx'
import { ChartCard } from '../series/chart-card.tsx'

interface FanCardProps {
  section: ForecastSection
  horizon: HorizonForecast
  title: string
}

const legend = fanLegend({ label: 'Documents' })

const words: FanWords = {
  day: formatDay,
  tickDay: (day, isOfNewYear) => (isOfNewYear ? formatDay(day) : formatDayOfMonth(day)),
  tick: formatCompact,
  value: formatFactor,
  actual: (documents) => (documents === null ? 'Not covered' : `${formatCount(documents)} documents`),
}

/** The last months and the coming weeks with their bands; its table twin has every number. */
export const FanCard = ({ section, horizon, title }: FanCardProps) => {
  const steps = useMemo(
    () =>
      fanSteps(
        section.history.map(({ day, documents }) => ({ day, actual: documents })),
        horizon.days,
      ),
    [section, horizon],
  )
  return (
    <ChartCard
      title="Documents a day"
      legend={<Legend items={legend} />}
      file={{
        subject: title,
        subtitle: `Forecast over ${horizon.horizonDays} days by ${horizon.model}, made on ${formatDay(horizon.issuedDay)}`,
        legend,
        header: fanHeader('documents'),
        rows: () => steps.map(fanRow),
      }}
      renderChart={(svg) => (
        <FanChart
          svgRef={svg}
          steps={steps}
          past="columns"
          words={words}
          label={`Documents a day about ${title}, and their forecast`}
        />
      )}
      renderTable={() => <FanTable steps={steps} words={words} />}
      footnote={
        <>
          By <b>{horizon.model}</b>. Half of the days are expected inside the inner band, four of five inside the middle
          one, 19 of 20 inside the outer one.
        </>
      }
    />
  )
}
