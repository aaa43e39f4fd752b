import type { AuspexClient, GroupUser } from '@auspex/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { organizationsOptions, peopleOptions } from './administration.queries.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import textStyles from '../../ui/text-styles.module.css'

/** The display name of a person: the name, or else the email address. */
export const nameOfPerson = ({ firstName, lastName, email, id }: GroupUser): string =>
  [firstName, lastName].filter(Boolean).join(' ') || (email ?? id)

/** How many organizations are fetched at once; the names of any others are fetched separately. */
const maxPerRequest = 200
/** Shown while a name is loading: an id would only flash by. */
const pendingName = '…'
/** Names rarely change while a page is open. */
const namesStayMs = 60_000

const organizationOptions = (client: AuspexClient, organizationId: string) => ({
  ...organizationsOptions(client, { organizationId, perPage: 1 }),
  staleTime: namesStayMs,
})

/** Maps ids to people's names; falls back to the id if the name is not known. Fetches only the people who are shown, not all of 100,000. */
export const usePeopleNames = (ids: readonly (string | null)[]): ((id: string) => string) => {
  const client = useClient()
  const uniqueIds = [...new Set(ids)].filter((id) => id !== null)
  const lookups = useQueries({
    queries: uniqueIds.map((userId) => ({
      ...peopleOptions(client, { userId, perPage: 1 }),
      staleTime: namesStayMs,
    })),
  })
  const names = new Map(
    lookups.flatMap(({ data }) => (data?.items ?? []).map((person) => [person.id, nameOfPerson(person)])),
  )
  const isPending = lookups.some((lookup) => lookup.isPending)
  return (id) => names.get(id) ?? (isPending ? pendingName : id)
}

/** Maps ids to organizations' names; falls back to the id if the name is not known. */
export const useOrganizationNames = (ids: readonly (string | null)[]): ((id: string | null) => string) => {
  const client = useClient()
  const first = useQuery({ ...organizationsOptions(client, { perPage: maxPerRequest }), staleTime: namesStayMs })
  const names = new Map(first.data?.items.map(({ id, name }) => [id, name]))
  const others = [...new Set(ids)].filter(
    (id): id is string => id !== null && first.data !== undefined && !names.has(id),
  )
  const lookups = useQueries({ queries: others.map((id) => organizationOptions(client, id)) })
  for (const { data } of lookups) for (const { id, name } of data?.items ?? []) names.set(id, name)
  const isPending = first.isPending || lookups.some((lookup) => lookup.isPending)
  return (id) => (id === null ? 'No organization' : (names.get(id) ?? (isPending ? pendingName : id)))
}

/** An address too long for its line wraps after the @ before it wraps within a word. */
export const EmailAddress = ({ email }: { email: string }) => {
  const end = email.indexOf('@') + 1
  return (
    <>
      {email.slice(0, end)}
      <wbr />
      {email.slice(end)}
    </>
  )
}

/** The column that names the organization of a row. */
export const organizationColumn = <Id extends string | null>(
  nameOf: (organizationId: Id) => string,
): PagedColumn<{ readonly organizationId: Id }> => ({
  key: 'organization',
  isText: true,
  title: 'Organization',
  renderCell: ({ organizationId }) => <span className={textStyles.breakable}>{nameOf(organizationId)}</span>,
})

/** The last column, with what can be done to a row. */
export const actionsColumn = <Row,>(renderCell: (row: Row) => ReactNode): PagedColumn<Row> => ({
  key: 'actions',
  title: 'Actions',
  isUntitled: true,
  numeric: true,
  renderCell,
})
