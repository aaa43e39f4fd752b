import { Flex } from '@mantine/core'
import type { ForecastModel } from '@auspex/sdk'
import { IconCheck } from '@tabler/icons-react'
import { modelFigures } from '../../../lib/model-figures.ts'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { ValueOrUnknown } from '../../../ui/value-or-unknown.tsx'
import { Why } from '../../../ui/why.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

const columns: readonly TableColumn<ForecastModel>[] = [
  {
    key: 'name',
    title: 'Model',
    sortBy: ({ name }) => name,
    renderCell: ({ name, chosen }) => (
      <Flex component="span" display="inline-flex" wrap="wrap" gap="2px 8px" align="center">
        {name}
        {chosen && (
          <span className={`${surfaces.badge} ${surfaces.accent} ${textStyles.strong}`}>
            <IconCheck size={13} stroke={2.2} aria-hidden /> chosen
          </span>
        )}
      </Flex>
    ),
  },
  ...modelFigures.map(({ key, title, valueOf, format }): TableColumn<ForecastModel> => ({
    key,
    title,
    numeric: true,
    sortBy: valueOf,
    renderCell: (model) => <ValueOrUnknown value={valueOf(model)} format={format} />,
  })),
]

/** How every model that was tried did on the past, the one that repeats the last week among them. */
export const BacktestTable = ({ models }: { models: readonly ForecastModel[] }) => (
  <Card>
    <Flex component="h3" gap={4} align="center" mb={10}>
      Tested on the past{' '}
      <Why
        label="How models are tested:"
        text="Each model forecast the past from several days, seeing only what came before. MASE is its mean error, divided by how much the days before the test differ from the same day a week earlier: lower is better, and the lowest is chosen. Seasonal naive only repeats the last week: a model worth its name stands below it. Bands were set from older tests only."
      />
    </Flex>
    <DataTable caption="How the models did on the past" columns={columns} rows={models} rowKey={({ name }) => name} />
  </Card>
)
