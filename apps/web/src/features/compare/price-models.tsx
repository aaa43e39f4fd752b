import { Box, Flex } from '@mantine/core'
import type { ForecastModel } from '@auspex/sdk'
import { modelFigures } from '../../lib/model-figures.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { ValueOrUnknown } from '../../ui/value-or-unknown.tsx'
import { Why } from '../../ui/why.tsx'
import textStyles from '../../ui/text-styles.module.css'

const columns: readonly TableColumn<ForecastModel>[] = [
  {
    key: 'name',
    title: 'Model',
    sortBy: ({ name }) => name,
    renderCell: ({ name, chosen }) => (
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

/** How each model performed on the past, including the one that repeats the last close. */
export const PriceModels = ({ models }: { models: readonly ForecastModel[] }) => (
  <Card>
    <Flex component="h3" gap={4} align="center" mb={10}>
      Tested on the past{' '}
      <Why
        label="How models are tested:"
        text="Each model forecast the past from several days, seeing only what came before. MASE is its mean error, divided by how much the price moves from one day to the next: lower is better, and the lowest is chosen. Naive only repeats the last close: a model worth its name stands below it."
      />
    </Flex>
    <DataTable
      caption="How the models did on past prices"
      columns={columns}
      rows={models}
      rowKey={({ name }) => name}
    />
  </Card>
)
