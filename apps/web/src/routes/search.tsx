import { createFileRoute } from '@tanstack/react-router'
import { topicSearchSchema } from '../features/explore/explore.search.ts'
import { SearchPage } from '../features/explore/search-page.tsx'

const SearchRoute = () => {
  const search = Route.useSearch()
  // A new topic is a new search: nothing of the last one may stay on the screen.
  return <SearchPage key={JSON.stringify(search)} search={search} />
}

export const Route = createFileRoute('/search')({ validateSearch: topicSearchSchema, component: SearchRoute })
