import { Box, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyLibrary } from '../../ui/empty-library.tsx'
import { Page } from '../../ui/page.tsx'
import { CategoriesView } from './categories-view.tsx'
import { IndustriesView } from './industries-view.tsx'
import { StoriesView } from './stories-view.tsx'
import { TopicBox } from './topic-box.tsx'
import { trendsOptions } from './trends.queries.ts'
import { views } from './trends.search.ts'
import { TrendsView } from './trends-view.tsx'
import classes from './trends-page.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'

const route = getRouteApi('/trends')

const viewWords = { trends: 'Trends', categories: 'Categories', industries: 'Industries', stories: 'Stories' }

/** What is new in the library, without a question: trends, categories, industries, stories. */
export const TrendsPage = () => {
  const search = route.useSearch()
  const { view: currentView = 'trends' } = search
  const { data: trends } = useQuery(trendsOptions(useClient(), {}))
  return (
    <Page>
      <title>{`${viewWords[currentView]} · Auspex`}</title>
      <div className={`${layout.split} ${classes.hero}`}>
        <div>
          <h1 className={classes.title}>Explore</h1>
          <Box component="p" className={textStyles.lead} fz={15} lh={1.5}>
            What the library mentions more than it did before. Each entry says why it is here.
          </Box>
        </div>
        <TopicBox />
      </div>
      <Stack gap={28}>
        <nav aria-label="What to explore">
          <ul className={classes.tabs}>
            {views.map((view) => (
              <li key={view}>
                <Link
                  className={classes.tab}
                  to="/trends"
                  search={{ ...(view === 'trends' ? {} : { view }), geo: search.geo }}
                  aria-current={view === currentView ? 'page' : undefined}
                  data-shown={view === currentView}
                  activeProps={{}}
                >
                  {viewWords[view]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {trends?.latestDay === null ? (
          <EmptyLibrary action={<LinkButton to="/">Search a topic</LinkButton>} />
        ) : currentView === 'categories' ? (
          <CategoriesView category={search.category} />
        ) : currentView === 'industries' ? (
          <IndustriesView industry={search.industry} />
        ) : currentView === 'stories' ? (
          <StoriesView search={search} />
        ) : (
          <TrendsView search={search} />
        )}
      </Stack>
      <p className={textStyles.note}>
        Trends show what has grown, not what will grow. How well past forecasts did is on the{' '}
        <Link className={textStyles.inSentence} to="/scoreboard">
          scoreboard of forecasts
        </Link>
        .
      </p>
    </Page>
  )
}
