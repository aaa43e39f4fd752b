import { Button, Group } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { FeedList } from './feeds/feed-list.tsx'
import { FeedTools } from './feeds/feed-tools.tsx'
import { keptOf } from './news.search.ts'
import { NewsDays } from './reading/news-days.tsx'
import { Reader } from './reading/reader.tsx'
import { StoryList } from './story/story-list.tsx'
import classes from './news.module.css'

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
              { value: 'stories', label: 'Stories' },
            ]}
            onChange={(value) =>
              void navigate({
                to: '/news',
                search: { ...keptOf(search), feed, view: value === 'stories' ? 'stories' : undefined },
              })
            }
          />
          <Button
            size="compact-md"
            fz="sm"
            variant={show === 'unread' ? 'light' : 'default'}
            aria-pressed={show === 'unread'}
            onClick={() =>
              void navigate({
                to: '/news',
                search: { ...keptOf(search), feed, show: show === 'unread' ? undefined : 'unread' },
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
