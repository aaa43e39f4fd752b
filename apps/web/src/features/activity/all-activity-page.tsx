import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api.tsx'
import { toListPage } from '../../lib/list-search.ts'
import { allActivityOptions, allHeatmapOptions } from './activity.queries.ts'
import type { AllActivitySearch } from './activity.search.ts'
import { ActivityView, usualDays } from './activity-view.tsx'

const route = getRouteApi('/admin/activity')

interface AllActivityPageProps {
  /** Renders the filters: the administration looks up people and organizations. */
  renderFilters: (
    search: Pick<AllActivitySearch, 'organization' | 'person'>,
    onChange: (change: Pick<AllActivitySearch, 'organization' | 'person'>) => void,
  ) => ReactNode
}

/** The activity of everybody, for the administration. */
export const AllActivityPage = ({ renderFilters }: AllActivityPageProps) => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const client = useClient()
  const { person, organization, days = usualDays } = search
  const filter = { person, organization }
  const events = useQuery(allActivityOptions(client, { ...filter, words: search.search, page: toListPage(search) }))
  const heatmap = useQuery(allHeatmapOptions(client, filter, Number(days)))
  const change = (next: Partial<AllActivitySearch>) =>
    void navigate({
      to: '/admin/activity',
      search: { ...search, page: undefined, ...next },
      replace: true,
      resetScroll: false,
    })
  return (
    <ActivityView
      events={events}
      heatmap={heatmap}
      search={search}
      days={days}
      onChange={change}
      onDays={(next) => change({ days: next })}
      filters={renderFilters(filter, change)}
      isFiltered={person !== undefined || organization !== undefined}
      onClear={() => change({ search: undefined, person: undefined, organization: undefined })}
      emptyText="What people do in the app appears here within a minute, unless they turned that off."
    />
  )
}
