import { useMemo } from 'react'
import { DataTable, type TableColumn } from '../data-table.tsx'
import type { FanWords } from './fan-chart.tsx'
import type { FanStep } from './fan-model.ts'

interface FanTableProps {
  steps: readonly FanStep[]
  words: Pick<FanWords, 'day' | 'value'>
}

/** The table twin of a fan: the days to come with their bands. */
export const FanTable = ({ steps, words }: FanTableProps) => {
  const columns = useMemo(() => columnsOf(words), [words])
  return (
    <DataTable
      caption="Forecast by day"
      columns={columns}
      rows={steps.filter(({ forecast }) => forecast !== null)}
      rowKey={({ day }) => day}
      maxHeight={300}
    />
  )
}

const columnsOf = ({ day: toDay, value: toValue }: FanTableProps['words']): readonly TableColumn<FanStep>[] => [
  { key: 'day', title: 'Day', renderCell: ({ day }) => toDay(day), sortBy: ({ day }) => day },
  {
    key: 'point',
    title: 'Median',
    numeric: true,
    renderCell: ({ forecast }) => forecast && toValue(forecast.point),
    sortBy: ({ forecast }) => forecast?.point ?? null,
  },
  ...([50, 80, 95] as const).map((level): TableColumn<FanStep> => ({
    key: `band${level}`,
    title: `${level} % band`,
    numeric: true,
    renderCell: ({ forecast }) =>
      forecast && `${toValue(forecast[`low${level}`])} to ${toValue(forecast[`high${level}`])}`,
  })),
]
