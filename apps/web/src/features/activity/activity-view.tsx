import { Skeleton } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import type { ActivityEvent, ActivityHeatmap } from '@auspex/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince, formatDayRange } from '../../lib/time/format.ts'
import { browserOf } from '../../lib/words/user-agent.ts'
import type { ListSearch } from '../../lib/lists/list-search.ts'
import { type ListData, toServerList } from '../../lib/lists/server-list.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { Card, Section } from '../../ui/page.tsx'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import { daysChoices } from './activity.search.ts'
import surfaces from '../../ui/surfaces.module.css'
import classes from './activity-view.module.css'
import { weekdayNames } from '../../lib/time/dates.ts'
import textStyles from '../../ui/text-styles.module.css'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The number of colour steps that are distinguishable in both themes. */
const steps = 5

/** The colour step of a count, by its square root, so that a quiet hour is distinguishable from none beside one busy hour. */
export const stepOf = (events: number, maxEvents: number): number =>
  events === 0 ? 0 : Math.max(1, Math.ceil(steps * Math.sqrt(events / maxEvents)))

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** Activity by hour of the week: weekdays down, hours across, in UTC. */
const WeekHeatmap = ({ heatmap: { firstDay, lastDay, total, cells } }: { heatmap: ActivityHeatmap }) => {
  const counts = new Map(cells.map(({ weekday, hour, events }) => [`${weekday} ${hour}`, events]))
  const countOf = (weekday: number, hour: number) => counts.get(`${weekday} ${hour}`) ?? 0
  const maxEvents = Math.max(1, ...cells.map(({ events }) => events))
  const busiest = cells.toSorted((a, b) => b.events - a.events)[0]
  return (
    <figure className={classes.figure}>
      <div
        className={classes.scroller}
        role="group"
        aria-label="Actions by weekday and hour"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
        tabIndex={0}
      >
        <table className={classes.table}>
          <caption className={textStyles.hidden}>
            Actions by weekday and hour in UTC, {formatDayRange(firstDay, lastDay)}
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={textStyles.hidden}>Weekday</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col" className={classes.hour} data-shown={hour % 3 === 0}>
                  <abbr title={`${twoDigits(hour)}:00 UTC`}>{twoDigits(hour)}</abbr>
                </th>
              ))}
              <th scope="col" className={classes.sum}>
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {weekdayNames.map((name, index) => (
              <tr key={name}>
                <th scope="row" className={classes.weekday}>
                  <abbr title={name}>{name.slice(0, 3)}</abbr>
                </th>
                {hours.map((hour) => {
                  const events = countOf(index + 1, hour)
                  return (
                    <td
                      key={hour}
                      data-step={stepOf(events, maxEvents)}
                      title={`${name} ${twoDigits(hour)}:00–${twoDigits(hour)}:59 UTC: ${formatPlural(events, 'action')}`}
                    >
                      <span className={textStyles.hidden}>{events}</span>
                    </td>
                  )
                })}
                <td className={classes.sum}>
                  {formatCount(hours.reduce((sum, hour) => sum + countOf(index + 1, hour), 0))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className={classes.caption}>
        <span className={textStyles.caption}>
          {formatPlural(total, 'action')}, {formatDayRange(firstDay, lastDay)}. Hours are in UTC.
          {busiest &&
            ` The busiest was ${weekdayNames[busiest.weekday - 1]} at ${twoDigits(busiest.hour)}:00 with ${formatCount(busiest.events)}.`}
        </span>
        <span className={`${textStyles.caption} ${classes.legend}`} aria-hidden>
          none
          {Array.from({ length: steps + 1 }, (_, step) => (
            <i key={step} data-step={step} />
          ))}
          {formatCount(maxEvents)}
        </span>
      </figcaption>
    </figure>
  )
}

type DaysChoice = (typeof daysChoices)[number]
export const usualDays: DaysChoice = '90'

const daysWords: Record<DaysChoice, string> = { '7': '7 days', '28': '28 days', '90': '90 days', '365': 'A year' }

interface ActivityViewProps {
  events: UseQueryResult<ListData<ActivityEvent>>
  heatmap: UseQueryResult<ActivityHeatmap>
  search: ListSearch & { days?: DaysChoice | undefined }
  onChange: (change: ListSearch & { days?: DaysChoice }) => void
  filters: ReactNode
  isFiltered: boolean
  onClear: () => void
  /** Why there is no activity at all. */
  emptyText: string
}

/** When in the week things were done, and what they were, newest first. */
export const ActivityView = (props: ActivityViewProps) => {
  const { events, heatmap, search, onChange, filters, isFiltered, onClear, emptyText } = props
  const now = useNow()
  return (
    <>
      {/* belongs to both sections, so it is above them */}
      <div className={classes.filters} role="group" aria-label="Whose activity">
        {filters}
      </div>
      <Section
        title="When"
        actions={
          <SegmentedControl
            aria-label="Days of the heatmap"
            size="xs"
            value={search.days ?? usualDays}
            data={daysChoices.map((value) => ({ value, label: daysWords[value] }))}
            onChange={(next) => onChange({ days: next })}
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
            title: 'Nothing recorded yet',
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
    renderCell: ({ data }) => <span className={textStyles.breakable}>{describeEvent(data)}</span>,
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

/** "Report opened"; a page whose event names only its area uses the name of the area: "Inbox page opened". The displayed text can be searched for. */
const describeEvent = ({ category_broad: broad, category_narrow: narrow, event }: ActivityEvent['data']): string =>
  capitalise(narrow === 'page' ? `${broad} page ${event}` : `${narrow} ${event}`)

const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
