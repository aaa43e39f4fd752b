import { Button, Select } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { toListPage, toListSort } from '../../lib/list-search.ts'
import { toServerList } from '../../lib/server-list.ts'
import { ServerList } from '../../ui/server-list.tsx'
import { peopleOptions } from './administration.queries.ts'
import type { PeopleSearch } from './administration.search.ts'
import { EverybodyModules } from './everybody-modules.tsx'
import { useOrganizationNames } from './names.ts'
import { OrganizationSelect } from './organization-select.tsx'
import { type OpenedPerson, peopleColumns } from './people-columns.tsx'
import { PersonAccess } from './person-access.tsx'
import { PersonDeletion } from './person-deletion.tsx'
import { PersonForm } from './person-form.tsx'
import { PersonModules } from './person-modules.tsx'

const route = getRouteApi('/admin/people')
const sorts = ['lastName', 'createdAt', 'lastSeenAt'] as const
const accessWords = [
  { value: 'enabled', label: 'With access' },
  { value: 'disabled', label: 'Disabled' },
]

/** People of all organizations: who has access, and what they may use. */
export const PeoplePage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const sort = toListSort(search.sort, sorts, { key: 'lastName', descending: false })
  const query = useQuery(
    peopleOptions(useClient(), {
      ...toListPage(search),
      sort: sort.key,
      direction: sort.descending ? 'desc' : 'asc',
      ...(search.search !== undefined && { searchTerm: search.search }),
      ...(search.organization !== undefined && { organizationId: search.organization }),
      ...(search.access !== undefined && { disabled: search.access === 'disabled' }),
    }),
  )
  const nameOf = useOrganizationNames(query.data?.items.map(({ organizationId }) => organizationId) ?? [])
  const [open, setOpen] = useState<OpenedPerson | 'new' | 'everybody' | null>(null)
  const change = (next: Partial<PeopleSearch>) =>
    void navigate({
      to: '/admin/people',
      search: { ...search, page: undefined, ...next },
      replace: true,
      resetScroll: false,
    })
  const close = () => setOpen(null)
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      New person
    </Button>
  )
  const opened = typeof open === 'object' ? open : null
  // looked up again in the list, so that it shows what is true now
  const person = opened && (query.data?.items.find(({ id }) => id === opened.person.id) ?? opened.person)
  return (
    <>
      <ServerList
        {...toServerList({ query, search, onChange: change, sort })}
        caption="People"
        columns={peopleColumns(nameOf, setOpen)}
        rowKey={({ id }) => id}
        searchHint="Name or e-mail address"
        filters={
          <>
            <OrganizationSelect value={search.organization} onChange={(organization) => change({ organization })} />
            <Select
              label="Access"
              placeholder="Everybody"
              data={accessWords}
              value={search.access ?? null}
              onChange={(access) =>
                change({ access: access === 'enabled' || access === 'disabled' ? access : undefined })
              }
              clearable
              clearButtonProps={{ 'aria-label': 'With and without access' }}
            />
          </>
        }
        action={
          <>
            <Button variant="default" onClick={() => setOpen('everybody')}>
              Modules for everybody
            </Button>
            {create}
          </>
        }
        isFiltered={search.organization !== undefined || search.access !== undefined}
        onClear={() => change({ search: undefined, organization: undefined, access: undefined })}
        empty={{
          icon: <IconUsers size={22} aria-hidden />,
          title: 'Nobody yet',
          text: 'People appear when they first sign in. Make them before that to put them into groups.',
          action: create,
        }}
      />
      {open === 'new' && <PersonForm organizationId={search.organization} onClose={close} />}
      {open === 'everybody' && <EverybodyModules onClose={close} />}
      {opened?.kind === 'modules' && person && <PersonModules person={person} onClose={close} />}
      {opened?.kind === 'access' && person && <PersonAccess person={person} onClose={close} />}
      {opened?.kind === 'deletion' && person && <PersonDeletion person={person} onClose={close} />}
      {opened?.kind === 'name' && person && <PersonForm person={person} onClose={close} />}
    </>
  )
}
