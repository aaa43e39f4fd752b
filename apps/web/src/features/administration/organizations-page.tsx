import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconBuilding, IconPencil, IconPlus } from '@tabler/icons-react'
import type { Organization } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { formatCount, formatDay } from '../../lib/format.ts'
import { type ListSearch, toListPage, toListSort } from '../../lib/list-search.ts'
import { toServerList } from '../../lib/server-list.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { organizationsOptions } from './administration.queries.ts'
import { OrganizationForm } from './organization-form.tsx'
import { OrganizationPicture } from './organization-picture.tsx'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/admin/organizations')

const sorts = ['name', 'users', 'createdAt'] as const

/** All organizations; one is made, renamed and given a picture here. */
export const OrganizationsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const sort = toListSort(search.sort, sorts, { key: 'name', descending: false })
  const query = useQuery(
    organizationsOptions(useClient(), {
      ...toListPage(search),
      sort: sort.key,
      direction: sort.descending ? 'desc' : 'asc',
      ...(search.search !== undefined && { searchTerm: search.search }),
    }),
  )
  const [open, setOpen] = useState<Organization | 'new' | null>(null)
  const change = (next: ListSearch) =>
    void navigate({
      to: '/admin/organizations',
      search: { ...search, page: undefined, ...next },
      replace: true,
      resetScroll: false,
    })
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      New organization
    </Button>
  )
  return (
    <>
      <ServerList
        {...toServerList({ query, search, onChange: change, sort })}
        caption="Organizations"
        columns={columnsOf(setOpen)}
        rowKey={({ id }) => id}
        searchHint="Name"
        action={create}
        isFiltered={false}
        onClear={() => change({ search: undefined })}
        empty={{
          icon: <IconBuilding size={22} aria-hidden />,
          title: 'No organizations yet',
          text: 'An organization appears when its first person signs in, or when you make it here.',
          action: create,
        }}
      />
      {open !== null && <OrganizationForm organization={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}

const columnsOf = (onEdit: (organization: Organization) => void): readonly PagedColumn<Organization>[] => [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    renderCell: ({ name, image }) => (
      <span className={classes.identity}>
        <OrganizationPicture name={name} image={image} />
        <span className={textStyles.breakable}>{name}</span>
      </span>
    ),
  },
  {
    key: 'users',
    title: 'People',
    numeric: true,
    sortable: true,
    renderCell: ({ id, name, userCount }) => (
      <Link
        className={textStyles.link}
        to="/admin/people"
        search={{ organization: id }}
        aria-label={`People of ${name}: ${userCount}`}
      >
        {formatCount(userCount)}
      </Link>
    ),
  },
  {
    key: 'groups',
    title: 'Groups',
    numeric: true,
    renderCell: ({ id, name, groupCount }) => (
      <Link
        className={textStyles.link}
        to="/admin/groups"
        search={{ organization: id }}
        aria-label={`Groups of ${name}: ${groupCount}`}
      >
        {formatCount(groupCount)}
      </Link>
    ),
  },
  { key: 'createdAt', title: 'Added', sortable: true, renderCell: ({ createdAt }) => formatDay(createdAt) },
  {
    key: 'actions',
    title: 'Actions',
    isUntitled: true,
    numeric: true,
    renderCell: (organization) => (
      <Tooltip label="Name and picture">
        <ActionIcon aria-label={`Change ${organization.name}`} onClick={() => onEdit(organization)}>
          <IconPencil size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    ),
  },
]
