import type { Trend, TrendList } from '@auspex/sdk'
import { Button, Group, Stack } from '@mantine/core'
import { IconDownload, IconTable } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { toCsv } from '../../lib/csv.ts'
import { download, toFileName } from '../../lib/download.ts'
import { formatCount, formatFactor, formatRatio, formatShare } from '../../lib/format.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { statisticsWords } from '../../lib/statistics-words.ts'

/** The same trends as a table that can be sorted, and as a file. */
export const TrendsTable = ({ trends, title }: { trends: TrendList; title: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <Stack gap={12}>
      <Group gap={8} align="stretch" wrap="nowrap">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTable size={15} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
          aria-expanded={isOpen}
          aria-controls={id}
        >
          {isOpen ? 'Hide the table' : 'Show as a table'}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => download(`${toFileName(title)}.csv`, new Blob([toFile(trends)], { type: 'text/csv' }))}
        >
          CSV
        </Button>
      </Group>
      <div id={id} hidden={!isOpen}>
        {isOpen && <DataTable caption={title} columns={columns} rows={trends.items} rowKey={({ term }) => term} />}
      </div>
    </Stack>
  )
}

const columns: readonly TableColumn<Trend>[] = [
  { key: 'term', title: 'Term', renderCell: ({ term }) => term, sortBy: ({ term }) => term },
  number('documents', 'Documents', ({ documents }) => documents, formatCount),
  number('previous', 'Before', ({ previous }) => previous, formatCount),
  number('share', 'Share', ({ share }) => share, formatShare, statisticsWords.share),
  number('previousShare', 'Share before', ({ previousShare }) => previousShare, formatShare),
  number(
    'ratio',
    'Growth',
    ({ momentum }) => momentum.value,
    (value) => formatRatio(value ?? 0),
    statisticsWords.growth,
  ),
  {
    key: 'interval',
    title: '95 % interval',
    why: statisticsWords.interval,
    numeric: true,
    renderCell: ({ momentum }) => `${formatFactor(momentum.low)}–${formatFactor(momentum.high)}`,
    sortBy: ({ momentum }) => momentum.low,
  },
]

function number(
  key: string,
  title: string,
  valueOf: (trend: Trend) => number | null,
  format: (value: number | null) => string,
  why?: string,
): TableColumn<Trend> {
  return {
    key,
    title,
    ...(why && { why }),
    numeric: true,
    renderCell: (trend) => format(valueOf(trend)),
    sortBy: valueOf,
  }
}

const toFile = ({ items }: TrendList): string =>
  toCsv(
    ['term', 'documents', 'previous', 'share', 'previousShare', 'growth', 'low', 'high', 'why'],
    items.map(({ term, documents, previous, share, previousShare, momentum, why }) => [
      term,
      documents,
      previous,
      share,
      previousShare,
      momentum.value,
      momentum.low,
      momentum.high,
      why,
    ]),
  )
