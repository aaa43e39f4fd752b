import type { ForecastSection, HorizonForecast } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatCompact, formatCount, formatDay, formatDayOfMonth, formatFactor } from '../../../lib/format.ts'
import { FanChart, type FanWords } from '../../../ui/charts/fan-chart.tsx'
import { type FanStep, fanSteps } from '../../../ui/charts/fan-model.ts'
import { Legend } from '../../../ui/charts/legend.tsx'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { ChartCard } from '../series/chart-card.tsx'

interface FanCardProps {
  section: ForecastSection
  horizon: HorizonForecast
  title: string
}

const legend = [
  { key: 'known', label: 'Documents', color: 'var(--chart-1)' },
  { key: 'point', label: 'Forecast (median)', color: 'var(--ink)', line: true },
  { key: 'half', label: '50 % band', color: 'color-mix(in srgb, var(--chart-1) 48%, var(--surface))' },
  { key: 'most', label: '80 %', color: 'color-mix(in srgb, var(--chart-1) 30%, var(--surface))' },
  { key: 'all', label: '95 %', color: 'color-mix(in srgb, var(--chart-1) 16%, var(--surface))' },
]

const words: FanWords = {
  day: formatDay,
  tickDay: (day, isOfNewYear) => (isOfNewYear ? formatDay(day) : formatDayOfMonth(day)),
  tick: formatCompact,
  value: formatFactor,
  known: (documents) => (documents === null ? 'Not covered' : `${formatCount(documents)} documents`),
}

/** The last months and the coming weeks with their bands; its table twin has every number. */
export const FanCard = ({ section, horizon, title }: FanCardProps) => {
  const steps = useMemo(
    () =>
      fanSteps(
        section.history.map(({ day, documents }) => ({ day, known: documents })),
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
        header: ['day', 'documents', 'forecast', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'],
        rows: () => steps.map(toRow),
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
      renderTable={() => <FanTable steps={steps} />}
      footnote={
        <>
          By <b>{horizon.model}</b>. Half of the days are expected inside the inner band, four of five inside the middle
          one, 19 of 20 inside the outer one.
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

const FanTable = ({ steps }: { steps: readonly FanStep[] }) => {
  const columns = useMemo<TableColumn<FanStep>[]>(
    () => [
      { key: 'day', title: 'Day', renderCell: ({ day }) => formatDay(day), sortBy: ({ day }) => day },
      {
        key: 'point',
        title: 'Median',
        numeric: true,
        renderCell: ({ forecast }) => formatFactor(forecast?.point ?? 0),
        sortBy: ({ forecast }) => forecast?.point ?? null,
      },
      ...(['50', '80', '95'] as const).map((level): TableColumn<FanStep> => ({
        key: level,
        title: `${level} % band`,
        numeric: true,
        renderCell: ({ forecast }) =>
          `${formatFactor(forecast?.[`low${level}`] ?? 0)} to ${formatFactor(forecast?.[`high${level}`] ?? 0)}`,
      })),
    ],
    [],
  )
  const coming = steps.filter(({ forecast }) => forecast !== null)
  return (
    <DataTable caption="Forecast by day" columns={columns} rows={coming} rowKey={({ day }) => day} maxHeight={300} />
  )
}
