import type { TrendsSearch } from './trends.search.ts'
import type { TrendList, Trend } from '@auspex/sdk'
import { Box, Stack, Switch, Button, Group } from '@mantine/core'
import { IconTrendingUp, IconDownload, IconTable } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { toCsv, download, toFileName } from '../../lib/files/download.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import { formatCount, formatTimes } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { isCertain, formatTrend, describeQuietLibrary } from '../../lib/words/trends.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RovingList } from '../../ui/roving-list.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { TrendRow } from './trend-row.tsx'

/** The same trends as a sortable table, and as a file. */
const TrendsTable = ({ trends, title }: { trends: TrendList; title: string }) => {
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
  { key: 'term', title: 'Topic', renderCell: ({ terms }) => terms.join(', '), sortBy: ({ term }) => term },
  countColumn('stories', 'Pieces', ({ stories }) => stories),
  countColumn('previous', 'Before', ({ previousStories }) => previousStories),
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
    title: '95% interval',
    why: statisticsWords.interval,
    numeric: true,
    renderCell: ({ isRatioTold, momentum, change }) =>
      isRatioTold
        ? `${formatTimes(momentum.low)}–${formatTimes(momentum.high)}`
        : `too ${change === 'too-few' ? 'few' : 'wide'} to tell`,
    sortBy: ({ momentum }) => momentum.low,
  },
  countColumn('outlets', 'Outlets', ({ outlets }) => outlets),
  {
    key: 'since',
    title: 'Since',
    numeric: true,
    renderCell: ({ since }) => (since === null ? '–' : formatDay(since)),
    sortBy: ({ since }) => since ?? '',
  },
  {
    key: 'peakDay',
    title: 'Peak day',
    numeric: true,
    renderCell: ({ peakDay }) => (peakDay === null ? '–' : formatDay(peakDay)),
    sortBy: ({ peakDay }) => peakDay ?? '',
  },
]

const toFile = ({ items }: TrendList): string =>
  toCsv(
    [
      'topic',
      'terms',
      'query',
      'stories',
      'previousStories',
      'documents',
      'previousDocuments',
      'change',
      'growth',
      'low',
      'high',
      'outlets',
      'since',
      'yearBeforeStories',
      'peakDay',
      'headline',
      'why',
    ],
    items.map(({ isRatioTold, momentum, ...trend }) => [
      trend.term,
      trend.terms.join(', '),
      trend.query,
      trend.stories,
      trend.previousStories,
      trend.documents,
      trend.previous,
      trend.change,
      ...(isRatioTold ? [momentum.value, momentum.low, momentum.high] : [null, null, null]),
      trend.outlets,
      trend.since,
      trend.yearBefore.stories,
      trend.peakDay,
      trend.headline?.title ?? null,
      trend.why,
    ]),
  )

interface GrownTermsProps {
  trends: TrendList
  title: string
  search: TrendsSearch
  /** Lengths in days of the windows in which nothing changed for certain. */
  quietWindows: readonly number[]
}

/** What changed for certain, and behind a switch what may be chance. */
export const GrownTerms = ({ trends, title, search, quietWindows }: GrownTermsProps) => {
  const navigate = useNavigate()
  const certain = trends.items.filter(isCertain)
  const uncertain = trends.items.filter((trend) => !isCertain(trend))
  const isShown = search.uncertain === '1'
  const visibleTrends = isShown ? [...certain, ...uncertain] : certain
  return (
    <Stack gap={20}>
      {certain.length > 0 && <Terms trends={{ ...trends, items: certain }} label="Clearly growing" geo={search.geo} />}
      {certain.length === 0 && <NothingGrew search={search} trends={trends} quietWindows={quietWindows} />}
      {uncertain.length > 0 && (
        <Switch
          label={`Show changes that may be chance (${uncertain.length})`}
          checked={isShown}
          onChange={({ currentTarget }) =>
            void navigate({
              to: '/trends',
              search: { ...search, uncertain: currentTarget.checked ? '1' : undefined },
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
      {isShown && uncertain.length > 0 && (
        <div>
          <Box component="p" className={textStyles.note} mb={8}>
            These may have changed by chance: too few pieces mention them, the interval includes “no change”, or a few
            of so many terms would change this much anyway.
          </Box>
          <Terms trends={{ ...trends, items: uncertain }} label="May be chance" geo={search.geo} />
        </div>
      )}
      {visibleTrends.length > 0 && <TrendsTable trends={{ ...trends, items: visibleTrends }} title={title} />}
    </Stack>
  )
}

const Terms = ({ trends, label, geo }: { trends: TrendList; label: string; geo: string | undefined }) => (
  <RovingList component="ol" gap={2} aria-label={label}>
    {trends.items.map((trend) => (
      <TrendRow key={trend.term} trend={trend} windows={trends} geo={geo} />
    ))}
  </RovingList>
)

interface NothingGrewReason extends Pick<GrownTermsProps, 'trends' | 'quietWindows'> {
  /** Only a country or a category is shown. */
  readonly isNarrowed: boolean
  /** The person chose what or which days are shown. */
  readonly isChosen: boolean
}

const whyNothingGrew = ({ trends, quietWindows, isNarrowed, isChosen }: NothingGrewReason): string => {
  if (trends.asOf === null && isChosen)
    return 'The library does not cover two periods of this length up to this day. Choose a shorter period or a later day.'
  if (trends.asOf === null)
    return 'Trends appear once the library covers two periods that can be compared. Search a topic, or import documents.'
  if (isNarrowed) return 'The library has too few pieces here to tell growth from chance.'
  return describeQuietLibrary(quietWindows, trends.windowDays)
}

const NothingGrew = ({ search, trends, quietWindows }: Pick<GrownTermsProps, 'search' | 'trends' | 'quietWindows'>) => {
  const { geo, category, window, asOf } = search
  const isNarrowed = geo !== undefined || category !== undefined
  const isChosen = isNarrowed || window !== undefined || asOf !== undefined
  return (
    <EmptyState
      level={3}
      icon={<IconTrendingUp size={20} aria-hidden />}
      title={trends.asOf === null ? 'No trends yet' : 'Nothing is clearly growing'}
      text={whyNothingGrew({ trends, quietWindows, isNarrowed, isChosen })}
      action={
        isChosen ? (
          <LinkButton to="/trends">Clear the filters</LinkButton>
        ) : (
          trends.asOf === null && <LinkButton to="/">Search a topic</LinkButton>
        )
      }
    />
  )
}

function countColumn(key: string, title: string, valueOf: (trend: Trend) => number | null): TableColumn<Trend> {
  return { key, title, numeric: true, renderCell: (trend) => formatCount(valueOf(trend)), sortBy: valueOf }
}
