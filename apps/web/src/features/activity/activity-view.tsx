import { Skeleton } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import type { ActivityEvent, ActivityHeatmap } from '@auspex/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { formatInstant, formatSince } from '../../lib/format.ts'
import type { ListSearch } from '../../lib/list-search.ts'
import { type ListData, toServerList } from '../../lib/server-list.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SmallFailure } from '../../ui/small-failure.tsx'
import { daysChoices } from './activity.search.ts'
import { browserOf } from './browser-of.ts'
import { WeekHeatmap } from './week-heatmap.tsx'
import surfaces from '../../ui/surfaces.module.css'
import classes from './activity-view.module.css'
import textStyles from '../../ui/text-styles.module.css'

type DaysChoice = (typeof daysChoices)[number]
export const usualDays: DaysChoice = '90'

const daysWords: Record<DaysChoice, string> = { '7': '7 days', '28': '28 days', '90': '90 days', '365': 'A year' }

interface ActivityViewProps {
  events: UseQueryResult<ListData<ActivityEvent>>
  heatmap: UseQueryResult<ActivityHeatmap>
  search: ListSearch
  days: DaysChoice
  onChange: (change: ListSearch) => void
  onDays: (days: DaysChoice) => void
  filters: ReactNode
  isFiltered: boolean
  onClear: () => void
  /** Why there is nothing at all. */
  emptyText: string
}

/** When in the week something was done, and what it was, newest first. */
export const ActivityView = (props: ActivityViewProps) => {
  const { events, heatmap, search, days, onChange, onDays, filters, isFiltered, onClear, emptyText } = props
  const now = useNow()
  return (
    <>
      {/* of both sections, so above them */}
      <div className={classes.filters} role="group" aria-label="Whose activity">
        {filters}
      </div>
      <Section
        title="When"
        actions={
          <SegmentedControl
            aria-label="Days of the heatmap"
            size="xs"
            value={days}
            data={daysChoices.map((value) => ({ value, label: daysWords[value] }))}
            onChange={onDays}
          />
        }
      >
        <Card>
          {heatmap.data === undefined ? (
            heatmap.error ? (
              <SmallFailure
                words={`${describeFailure(heatmap.error).message}.`}
                onRetry={() => void heatmap.refetch()}
              />
            ) : (
              <Skeleton height={230} role="group" aria-busy="true" aria-label="Loading the heatmap" />
            )
          ) : (
            <div className={surfaces.fading} aria-busy={heatmap.isPlaceholderData}>
              <WeekHeatmap heatmap={heatmap.data} />
            </div>
          )}
        </Card>
      </Section>
      <Section title="What">
        <ServerList
          {...toServerList({ query: events, search, onChange })}
          caption="Activity"
          columns={columnsOf(now)}
          rowKey={({ id }) => id}
          searchHint="Area or action"
          isFiltered={isFiltered}
          onClear={onClear}
          empty={{
            icon: <IconActivity size={22} aria-hidden />,
            title: 'Nothing was recorded yet',
            text: emptyText,
          }}
        />
      </Section>
    </>
  )
}

const columnsOf = (now: number): readonly PagedColumn<ActivityEvent>[] => [
  {
    key: 'event',
    title: 'What',
    renderCell: ({ data }) => <span className={textStyles.breakable}>{sayEvent(data)}</span>,
  },
  {
    key: 'area',
    title: 'Area',
    renderCell: ({ data: { category_broad: broad } }) => (
      <span className={`${surfaces.badge} ${surfaces.muted} ${textStyles.soft}`}>{broad}</span>
    ),
  },
  {
    key: 'who',
    isText: true,
    title: 'Who',
    renderCell: ({ userName, userId }) => <span className={textStyles.breakable}>{userName ?? userId}</span>,
  },
  {
    key: 'browser',
    title: 'Browser',
    renderCell: ({ userAgent }) => (
      <span className={textStyles.caption} title={userAgent}>
        {browserOf(userAgent)}
      </span>
    ),
  },
  {
    key: 'time',
    title: 'When',
    renderCell: ({ time }) => (
      <time dateTime={time} title={formatInstant(time)}>
        {formatSince(time, now)}
      </time>
    ),
  },
]

/** "Report opened"; a page that is named by its area alone has the name of that: "Inbox page opened". Each can be searched for as it stands. */
const sayEvent = ({ category_broad: broad, category_narrow: narrow, event }: ActivityEvent['data']): string =>
  capitalise(narrow === 'page' ? `${broad} page ${event}` : `${narrow} ${event}`)

const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
