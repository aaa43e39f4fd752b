import { useMemo } from 'react'
import { DataTable, type TableColumn } from '../data-table.tsx'
import type { FanWords } from './fan-chart.tsx'
import type { FanStep } from './fan-model.ts'

interface FanTableProps {
  steps: readonly FanStep[]
  words: Pick<FanWords, 'day' | 'value'>
  /** Formats the actual outcome, where it is known. */
  actual?: (value: number | null) => string
}

/** The table view of a fan chart: the future days with their bands. */
export const FanTable = ({ steps, words, actual }: FanTableProps) => {
  const columns = useMemo(
    () => [...columnsOf(words), ...(actual === undefined ? [] : [actualColumn(actual)])],
    [words, actual],
  )
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

const actualColumn = (write: (value: number | null) => string): TableColumn<FanStep> => ({
  key: 'actual',
  title: 'What came',
  numeric: true,
  renderCell: ({ actual }) => write(actual),
  sortBy: ({ actual }) => actual,
})

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
