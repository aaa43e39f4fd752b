import { Box, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuspexClient } from '@auspex/sdk'
import {
  getActivityHeatmapQueryOptions,
  getGodmodeActivityHeatmapQueryOptions,
  getMeQueryOptions,
  listActivityQueryOptions,
  listGodmodeActivityQueryOptions,
} from '@auspex/sdk/react'
import { useActivityRecorded } from '../../lib/storage/settings.ts'
import { useClient } from '../../lib/api/api.tsx'
import { type ListPage, toFiltered, toListPage } from '../../lib/lists/list-search.ts'
import { Page } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import type { ActivitySearch, AllActivitySearch } from './activity.search.ts'
import { ActivityView, usualDays } from './activity-view.tsx'

const listOptions = { staleTime: 0, placeholderData: keepPreviousData } as const

const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** Whose activity; everybody's if nothing is set. */
interface ActivityFilter {
  readonly person: string | undefined
  readonly organization?: string | undefined
}

interface ListFilter extends ActivityFilter {
  readonly words: string | undefined
  readonly page: ListPage
}

/** The person's own activity, or that of a colleague. */
const activityOptions = (client: AuspexClient, { person, words, page }: ListFilter) =>
  listActivityQueryOptions(
    { ...page, ...(person !== undefined && { userId: person }), ...(words !== undefined && { searchTerm: words }) },
    { request: { client }, query: listOptions },
  )

const heatmapOptions = (client: AuspexClient, { person }: ActivityFilter, days: number) =>
  getActivityHeatmapQueryOptions(
    { days, ...(person !== undefined && { userId: person }) },
    { request: { client }, query: listOptions },
  )

const toAll = ({ person, organization }: ActivityFilter) => ({
  ...(person !== undefined && { userId: person }),
  ...(organization !== undefined && { organizationId: organization }),
})

/** The activity of all organizations, for the administration. */
const allActivityOptions = (client: AuspexClient, { words, page, ...filter }: ListFilter) =>
  listGodmodeActivityQueryOptions(
    { ...page, ...toAll(filter), ...(words !== undefined && { searchTerm: words }) },
    { request: { client }, query: listOptions },
  )

const allHeatmapOptions = (client: AuspexClient, filter: ActivityFilter, days: number) =>
  getGodmodeActivityHeatmapQueryOptions({ days, ...toAll(filter) }, { request: { client }, query: listOptions })

const route = getRouteApi('/activity')

/** The activity of the person, or of a colleague in the same organization. */
export const ActivityPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const client = useClient()
  const { person, days = usualDays } = search
  const { data: me } = useQuery(meOptions(client))
  const events = useQuery(activityOptions(client, { person, words: search.search, page: toListPage(search) }))
  const heatmap = useQuery(heatmapOptions(client, { person }, Number(days)))
  const change = (next: Partial<ActivitySearch>) => void navigate({ to: '/activity', ...toFiltered(search, next) })
  const people = [
    ...(me ? [{ value: me.profile.id, label: `${me.profile.name ?? me.profile.email ?? 'You'} (you)` }] : []),
    ...(me?.contacts ?? []).map(({ id, name, email }) => ({ value: id, label: name ?? email ?? id })),
  ]
  const isOwn = person === undefined || person === me?.profile.id
  return (
    <Page>
      <title>Activity · Auspex</title>
      <header>
        <h1>Activity</h1>
        <p className={textStyles.lead}>
          The pages you or a colleague opened, and what you did there. Searches are not recorded.
        </p>
        <RecordingNote isServerRecording={me?.isActivityRecorded ?? true} />
      </header>
      <ActivityView
        events={events}
        heatmap={heatmap}
        search={search}
        onChange={change}
        filters={
          <Select
            label="Person"
            data={people}
            value={person ?? me?.profile.id ?? null}
            onChange={(next) => change({ person: next === null || next === me?.profile.id ? undefined : next })}
            searchable
            allowDeselect={false}
            nothingFoundMessage="No matching people in your organization"
          />
        }
        isFiltered={!isOwn}
        onClear={() => change({ search: undefined, person: undefined })}
        emptyText="Open a few pages or search a topic. It will appear here within a minute."
      />
    </Page>
  )
}

/** Explains to people who turned recording off why nothing new appears. */
const RecordingNote = ({ isServerRecording }: { isServerRecording: boolean }) => {
  const isRecorded = useActivityRecorded()
  if (isServerRecording && isRecorded) return null
  return (
    <Box component="p" className={`${surfaces.callout} ${surfaces.muted}`} mt={16} role="note">
      {isServerRecording ? (
        <>
          This browser does not record your activity. You can turn it on again{' '}
          <Link className={textStyles.inSentence} to="/profile">
            in your profile
          </Link>
          .
        </>
      ) : (
        'This installation no longer records activity. What you see here is older.'
      )}
    </Box>
  )
}

const administrationRoute = getRouteApi('/admin/activity')

interface AllActivityPageProps {
  /** Renders the filters: the administration looks up people and organizations. */
  renderFilters: (search: AllActivitySearch, onChange: (change: AllActivitySearch) => void) => ReactNode
}

/** The activity of everybody, for the administration. */
export const AllActivityPage = ({ renderFilters }: AllActivityPageProps) => {
  const search = administrationRoute.useSearch()
  const navigate = useNavigate()
  const client = useClient()
  const { person, organization, days = usualDays } = search
  const filter = { person, organization }
  const events = useQuery(allActivityOptions(client, { ...filter, words: search.search, page: toListPage(search) }))
  const heatmap = useQuery(allHeatmapOptions(client, filter, Number(days)))
  const change = (next: Partial<AllActivitySearch>) =>
    void navigate({ to: '/admin/activity', ...toFiltered(search, next) })
  return (
    <ActivityView
      events={events}
      heatmap={heatmap}
      search={search}
      onChange={change}
      filters={renderFilters(filter, change)}
      isFiltered={person !== undefined || organization !== undefined}
      onClear={() => change({ search: undefined, person: undefined, organization: undefined })}
      emptyText="What people do in the app appears here within a minute, unless they have turned that off."
    />
  )
}
