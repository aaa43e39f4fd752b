import { getRouteApi } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'
import { useModules } from '../../lib/modules.ts'
import { Page } from '../../ui/page.tsx'
import { RecentSearches } from './recent-searches.tsx'
import { SeveralTopics } from './several/several-topics.tsx'
import { TopicForm } from './topic-form.tsx'
import { TrendingTerms } from './trending-terms.tsx'
import classes from './home-page.module.css'
import layout from '../../ui/layout.module.css'

const route = getRouteApi('/')

/** Where every question begins. Between the question and what others ask stands what the route puts there. */
export const HomePage = ({ children }: PropsWithChildren) => {
  const search = route.useSearch()
  const isOn = useModules()
  return (
    <Page>
      <div className={classes.hero}>
        <h1 className={classes.title}>What do you want to understand?</h1>
        <p className={classes.lead}>
          Search a topic and read how much is said, by whom, where and in what tone. Every number opens the documents
          behind it.
        </p>
        {/* "Change the search" on another page leads here with the search in the URL. */}
        <TopicForm key={JSON.stringify(search)} initial={search} />
        <SeveralTopics />
      </div>
      {children}
      <div className={`${layout.split} ${classes.columns}`}>
        {isOn('trends') && <TrendingTerms />}
        <RecentSearches />
      </div>
    </Page>
  )
}
