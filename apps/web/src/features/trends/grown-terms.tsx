import type { TrendList } from '@auspex/sdk'
import { Box, Stack, Switch } from '@mantine/core'
import { IconTrendingUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { LinkButton } from '../../lib/link-button.tsx'
import { isCertain } from '../../lib/trend-words.ts'
import { tellQuietLibrary } from '../../lib/use-growth.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RovingList } from '../../ui/roving-list.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { TrendRow } from './trend-row.tsx'
import type { TrendsSearch } from './trends.search.ts'
import { TrendsTable } from './trends-table.tsx'

interface GrownTermsProps {
  trends: TrendList
  title: string
  search: TrendsSearch
  /** Days of the windows in which nothing changed for certain. */
  quietWindows: readonly number[]
}

/** What changed for certain, and behind a switch what may be chance. */
export const GrownTerms = ({ trends, title, search, quietWindows }: GrownTermsProps) => {
  const navigate = useNavigate()
  const certain = trends.items.filter(isCertain)
  const uncertain = trends.items.filter((trend) => !isCertain(trend))
  const isShown = search.uncertain === '1'
  const shown = isShown ? [...certain, ...uncertain] : certain
  return (
    <Stack gap={20}>
      {certain.length > 0 && <Terms trends={{ ...trends, items: certain }} label="Certain" geo={search.geo} />}
      {certain.length === 0 && <NothingGrew search={search} trends={trends} quietWindows={quietWindows} />}
      {uncertain.length > 0 && (
        <Switch
          label={`Show uncertain growth (${uncertain.length})`}
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
          <Box component="p" className={textStyles.remark} mb={8}>
            These may have changed by chance alone: too few stories name them, the interval includes “no change”, or
            among so many terms a few change as much by chance.
          </Box>
          <Terms trends={{ ...trends, items: uncertain }} label="Uncertain" geo={search.geo} />
        </div>
      )}
      {shown.length > 0 && <TrendsTable trends={{ ...trends, items: shown }} title={title} />}
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

const NothingGrew = ({ search, trends, quietWindows }: Pick<GrownTermsProps, 'search' | 'trends' | 'quietWindows'>) => {
  const { geo, category, window, asOf } = search
  const isNarrowed = geo !== undefined || category !== undefined
  const isChosen = isNarrowed || window !== undefined || asOf !== undefined
  return (
    <EmptyState
      level={3}
      icon={<IconTrendingUp size={20} aria-hidden />}
      title={trends.asOf === null ? 'No trends yet' : 'Nothing grew for certain'}
      text={
        trends.asOf === null
          ? isChosen
            ? 'The library does not cover two such periods up to this day. Choose a shorter one, or a later day.'
            : 'Trends appear once the library covers two periods to compare. Search a topic, or import documents.'
          : isNarrowed
            ? 'The library has too few stories here, in the two periods compared, to tell growth from chance.'
            : tellQuietLibrary(quietWindows, trends.windowDays)
      }
      action={
        isChosen ? (
          <LinkButton to="/trends">Show everything</LinkButton>
        ) : (
          trends.asOf === null && <LinkButton to="/">Search a topic</LinkButton>
        )
      }
    />
  )
}
