import type { AuspexClient, GroupUser } from '@auspex/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { organizationsOptions, peopleOptions } from './administration.queries.ts'

/** What a person is called: the name, or the address of one without. */
export const nameOfPerson = ({ firstName, lastName, email, id }: GroupUser): string =>
  [firstName, lastName].filter(Boolean).join(' ') || (email ?? id)

/** Organizations that are read at once; whoever has more waits for the names of those beyond. */
const mostAtOnce = 200
/** Stands where a name is on its way: an id there would flash by. */
const pendingName = '…'
/** Names do not change while a page is read. */
const namesStayMs = 60_000

const one = (client: AuspexClient, organizationId: string) => ({
  ...organizationsOptions(client, { organizationId, perPage: 1 }),
  staleTime: namesStayMs,
})

/** Names people by their ids; the id where the name is not known. Of 100,000 people those are asked for who are shown. */
export const usePeopleNames = (ids: readonly (string | null)[]): ((id: string) => string) => {
  const client = useClient()
  const shown = [...new Set(ids)].filter((id) => id !== null)
  const lookups = useQueries({
    queries: shown.map((userId) => ({
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

/** Names organizations by their ids; the id where the name is not known. */
export const useOrganizationNames = (ids: readonly (string | null)[]): ((id: string | null) => string) => {
  const client = useClient()
  const first = useQuery({ ...organizationsOptions(client, { perPage: mostAtOnce }), staleTime: namesStayMs })
  const names = new Map(first.data?.items.map(({ id, name }) => [id, name]))
  const others = [...new Set(ids)].filter(
    (id): id is string => id !== null && first.data !== undefined && !names.has(id),
  )
  const lookups = useQueries({ queries: others.map((id) => one(client, id)) })
  for (const { data } of lookups) for (const { id, name } of data?.items ?? []) names.set(id, name)
  const isPending = first.isPending || lookups.some((lookup) => lookup.isPending)
  return (id) => (id === null ? 'No organization' : (names.get(id) ?? (isPending ? pendingName : id)))
}
