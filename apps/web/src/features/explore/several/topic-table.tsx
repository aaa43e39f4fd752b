import type { LiteTopic, LiteTopicList } from '@auspex/sdk'
import { Box, Button, Checkbox, Flex, Group } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatCount, formatDay, formatRatio, formatRoughFactor, formatTone } from '../../../lib/format.ts'
import { SaveButton } from '../../../lib/save-button.tsx'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { ValueOrUnknown } from '../../../ui/value-or-unknown.tsx'
import { TopicState } from './topic-state.tsx'
import { mostSignals, type TopicChoice, useTopicChoice } from './use-topic-choice.ts'
import textStyles from '../../../ui/text-styles.module.css'

interface TopicTableProps {
  /** The topics as they were typed; the list has their order. */
  topics: readonly string[]
  list: LiteTopicList
}

interface TopicRow extends LiteTopic {
  /** The term as it was typed; the title may be longer. */
  readonly term: string
}

/** Topics with their counts; two to five of them can be compared. */
export const TopicTable = ({ topics, list }: TopicTableProps) => {
  const { asOf, windowDays, items } = list
  const rows = useMemo(
    () => items.map((item, index): TopicRow => ({ ...item, term: topics[index] ?? item.title })),
    [items, topics],
  )
  const choice = useTopicChoice(rows.flatMap(({ status, term }) => (status === 'measured' ? [term] : [])))
  const { chosenTopics, isSearching, start } = choice
  const columns = useMemo(() => columnsOf(choice), [choice])
  const isComparable = chosenTopics.length >= 2 && chosenTopics.length <= mostSignals
  return (
    <>
      <DataTable caption="Topics that were measured" columns={columns} rows={rows} rowKey={({ term }) => term} />
      <Group gap="10px 16px">
        <Button
          variant="default"
          leftSection={<IconChartLine size={16} stroke={1.7} aria-hidden />}
          disabled={!isComparable}
          loading={isSearching}
          onClick={start}
        >
          {chosenTopics.length > 0 ? `Compare these ${chosenTopics.length}` : 'Compare these'}
        </Button>
        {chosenTopics.length > 0 && <SaveButton signals={chosenTopics.map((term) => ({ term, title: term }))} />}
        <Box component="p" className={textStyles.note} flex="1 1 260px">
          {isComparable
            ? 'Each is searched first, as if you had opened it.'
            : `Choose two to ${mostSignals} measured topics to compare them.`}
          {asOf !== null &&
            ` Growth: the ${windowDays} days until ${formatDay(asOf)} against the ${windowDays} before, with its 95 % interval.`}
        </Box>
      </Group>
    </>
  )
}

const columnsOf = (choice: TopicChoice): readonly TableColumn<TopicRow>[] => [
  {
    key: 'title',
    title: 'Topic',
    sortBy: ({ title }) => title,
    renderCell: ({ title, term, status }) => (
      <Flex component="span" gap={10} align="flex-start">
        <Checkbox
          mt={2}
          size="xs"
          aria-label={`Compare ${title}`}
          disabled={status !== 'measured' || choice.isSearching}
          checked={choice.chosenTopics.includes(term)}
          onChange={() => choice.toggle(term)}
        />
        {status === 'bad-query' ? (
          title
        ) : (
          <Link className={`${textStyles.link} ${textStyles.strong}`} to="/search" search={{ term }}>
            {title}
          </Link>
        )}
      </Flex>
    ),
  },
  {
    key: 'state',
    title: 'State',
    sortBy: ({ status }) => status,
    renderCell: (row) => <TopicState row={row} choice={choice} />,
  },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    sortBy: ({ documents }) => documents,
    renderCell: ({ documents }) => <ValueOrUnknown value={documents} format={formatCount} />,
  },
  {
    key: 'growth',
    title: 'Growth',
    numeric: true,
    sortBy: ({ momentum }) => momentum?.value ?? null,
    renderCell: ({ momentum }) => (
      <ValueOrUnknown
        value={momentum}
        format={({ value, low, high }) =>
          `${formatRatio(value)} (${formatRoughFactor(low)}–${formatRoughFactor(high)})`
        }
      />
    ),
  },
  {
    key: 'tone',
    title: 'Tone',
    numeric: true,
    sortBy: ({ toneMean }) => toneMean,
    renderCell: ({ toneMean }) => <ValueOrUnknown value={toneMean} format={formatTone} />,
  },
]
