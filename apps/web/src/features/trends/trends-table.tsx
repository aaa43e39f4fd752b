import type { Trend, TrendList } from '@auspex/sdk'
import { Button, Group, Stack } from '@mantine/core'
import { IconDownload, IconTable } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { toCsv } from '../../lib/csv.ts'
import { download, toFileName } from '../../lib/download.ts'
import { formatCount, formatDay, formatTimes } from '../../lib/format.ts'
import { formatTrend } from '../../lib/trend-words.ts'
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
  number('stories', 'Stories', ({ stories }) => stories, formatCount),
  number('previous', 'Before', ({ previousStories }) => previousStories, formatCount),
  {
    key: 'ratio',
    title: 'Growth',
    why: statisticsWords.storyGrowth,
    numeric: true,
    renderCell: (trend) => formatTrend(trend).value,
    sortBy: ({ momentum }) => momentum.value,
  },
  {
    key: 'interval',
    title: '95 % interval',
    why: statisticsWords.interval,
    numeric: true,
    renderCell: ({ isRatioTold, momentum, change }) =>
      isRatioTold
        ? `${formatTimes(momentum.low)}–${formatTimes(momentum.high)}`
        : `too ${change === 'too-few' ? 'few' : 'wide'} to tell`,
    sortBy: ({ momentum }) => momentum.low,
  },
  {
    key: 'peakDay',
    title: 'Peak day',
    numeric: true,
    renderCell: ({ peakDay }) => (peakDay === null ? '–' : formatDay(peakDay)),
    sortBy: ({ peakDay }) => peakDay ?? '',
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
    [
      'term',
      'stories',
      'previousStories',
      'documents',
      'previousDocuments',
      'change',
      'growth',
      'low',
      'high',
      'peakDay',
      'headline',
      'why',
    ],
    items.map(({ isRatioTold, momentum, ...trend }) => [
      trend.term,
      trend.stories,
      trend.previousStories,
      trend.documents,
      trend.previous,
      trend.change,
      ...(isRatioTold ? [momentum.value, momentum.low, momentum.high] : [null, null, null]),
      trend.peakDay,
      trend.headline?.title ?? null,
      trend.why,
    ]),
  )
