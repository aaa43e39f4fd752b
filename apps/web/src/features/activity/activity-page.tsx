import { Box, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useActivityRecorded } from '../../lib/storage/settings.ts'
import { useClient } from '../../lib/api/api.tsx'
import { toListPage, toFiltered } from '../../lib/lists/list-search.ts'
import { Page } from '../../ui/page.tsx'
import {
  activityOptions,
  heatmapOptions,
  meOptions,
  allActivityOptions,
  allHeatmapOptions,
} from './activity.queries.ts'
import type { ActivitySearch, AllActivitySearch } from './activity.search.ts'
import { ActivityView, usualDays } from './activity-view.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

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
