import { Button, Group, Popover, Stack } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useNavigate, getRouteApi } from '@tanstack/react-router'
import { addDays } from '../../lib/time/dates.ts'
import { formatDayRange } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { chosenDays, type NewsSearch, searchFiltersOf } from './news.search.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { FeedList } from './feeds/feed-list.tsx'
import { FeedTools } from './feeds/feed-tools.tsx'
import { Reader } from './reading/reader.tsx'
import { StoryList } from './story/story-list.tsx'
import classes from './news.module.css'

/** The default number of days of a feed. */
const usualDays = 28
const firstDay = '1990-01-01'

/** The days of the listed articles, stored in the address: the last four weeks by default, or any others, as for an imported archive. */
const NewsDays = ({ search }: { search: NewsSearch }) => {
  const navigate = useNavigate()
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const chosen = chosenDays(search)
  const { from, to } = chosen ?? { from: addDays(today, 1 - usualDays), to: today }
  const show = (days: { from: string; to: string } | null) =>
    void navigate({
      to: '/news',
      search: { ...search, article: undefined, from: days?.from, to: days?.to },
      replace: true,
    })
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button
          size="compact-md"
          fz="text"
          variant={chosen === null ? 'default' : 'light'}
          leftSection={<IconCalendar size={15} aria-hidden />}
          aria-label={`Days: ${chosen === null ? 'last four weeks' : formatDayRange(from, to)}`}
        >
          {chosen === null ? 'Last four weeks' : formatDayRange(from, to)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={12}>
          <Group gap={10} grow>
            <DateInput
              size="sm"
              label="From"
              date={{
                day: from,
                min: firstDay,
                max: today,
                choose: (day) => show({ from: day, to: day > to ? day : to }),
              }}
            />
            <DateInput
              size="sm"
              label="To"
              date={{
                day: to,
                min: firstDay,
                max: today,
                choose: (day) => show({ from: day < from ? day : from, to: day }),
              }}
            />
          </Group>
          <Group gap={6} justify="space-between">
            <Group gap={6}>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => show({ from: addDays(from, -7), to: addDays(from, -1) })}
              >
                Week before
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={to >= today}
                onClick={() => show({ from: addDays(to, 1), to: earlier(addDays(to, 7), today) })}
              >
                Week after
              </Button>
            </Group>
            <Button size="compact-sm" variant="subtle" disabled={chosen === null} onClick={() => show(null)}>
              Last four weeks
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const earlier = (a: string, b: string): string => (a < b ? a : b)

const route = getRouteApi('/news/')

/** A news reader: feeds, articles, and the text of one. */
export const NewsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const { feed, view, show, article } = search
  return (
    <div className={classes.page} data-reading={article !== undefined || undefined}>
      <title>News · Auspex</title>
      <header className={classes.head}>
        <h1>News</h1>
        <Group gap={10}>
          {feed !== 'saved' && <NewsDays search={search} />}
          <SegmentedControl
            aria-label="View"
            value={view ?? 'articles'}
            data={[
              { value: 'articles', label: 'Articles' },
              { value: 'stories', label: 'Headlines' },
            ]}
            onChange={(value) =>
              void navigate({
                to: '/news',
                search: { ...searchFiltersOf(search), feed, view: value === 'stories' ? 'stories' : undefined },
              })
            }
          />
          <Button
            size="compact-md"
            fz="text"
            variant={show === 'unread' ? 'light' : 'default'}
            aria-pressed={show === 'unread'}
            onClick={() =>
              void navigate({
                to: '/news',
                search: { ...searchFiltersOf(search), feed, show: show === 'unread' ? undefined : 'unread' },
              })
            }
          >
            Unread only
          </Button>
        </Group>
      </header>
      <div className={classes.columns} data-view={view ?? 'articles'}>
        <aside className={classes.side}>
          <FeedList search={search} />
          <FeedTools />
        </aside>
        {view === 'stories' ? (
          <StoryList search={search} />
        ) : (
          <Reader
            key={[feed, show, search.muted, search.from, search.to].map((part) => part ?? '').join(' ')}
            search={search}
          />
        )}
      </div>
    </div>
  )
}
