import type { ForecastModel } from '@auspex/sdk'
import { IconCheck } from '@tabler/icons-react'
import { formatFactor, formatShare } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { Known } from '../../../ui/known.tsx'
import { Why } from '../../../ui/why.tsx'
import classes from './forecast.module.css'

const columns: readonly TableColumn<ForecastModel>[] = [
  {
    key: 'name',
    title: 'Model',
    sortBy: ({ name }) => name,
    renderCell: ({ name, chosen }) => (
      <span className={classes.model}>
        {name}
        {chosen && (
          <span className={classes.chosen}>
            <IconCheck size={13} stroke={2.2} aria-hidden /> chosen
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'mase',
    title: 'MASE',
    numeric: true,
    sortBy: ({ mase }) => mase,
    renderCell: ({ mase }) => formatFactor(mase),
  },
  ...([50, 80, 95] as const).map((level): TableColumn<ForecastModel> => ({
    key: `coverage${level}`,
    title: `Days in ${level} % band`,
    numeric: true,
    sortBy: (model) => model[`coverage${level}`],
    renderCell: (model) => <Known value={model[`coverage${level}`]} format={formatShare} />,
  })),
  { key: 'folds', title: 'Tests', numeric: true, sortBy: ({ folds }) => folds, renderCell: ({ folds }) => folds },
]

/** How every model that was tried did on the past, the one that repeats the last week among them. */
export const BacktestTable = ({ models }: { models: readonly ForecastModel[] }) => (
  <Card>
    <h3 className={classes.title}>
      Tested on the past{' '}
      <Why
        label="How models are tested:"
        text="Each model forecast the past from several days, seeing only what came before. MASE is its mean error, divided by how much the days before the test differ from the same day a week earlier: lower is better, and the lowest is chosen. Seasonal naive only repeats the last week: a model worth its name stands below it. Bands were set from older tests only."
      />
    </h3>
    <DataTable caption="How the models did on the past" columns={columns} rows={models} rowKey={({ name }) => name} />
  </Card>
)
