import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconPencil, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import type { OrganizationGroup } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { formatCount } from '../../lib/format.ts'
import { toListPage, toListSort } from '../../lib/list-search.ts'
import { toServerList } from '../../lib/server-list.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { groupsOptions } from './administration.queries.ts'
import type { GroupsSearch } from './administration.search.ts'
import { GroupForm } from './group-form.tsx'
import { GroupPeople } from './group-people.tsx'
import { nameOfPerson, useOrganizationNames } from './names.ts'
import { OrganizationSelect } from './organization-select.tsx'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/admin/groups')
const sorts = ['name', 'users', 'createdAt'] as const
/** People who are named in a row. */
const mostNames = 3

type GroupDialog =
  | { readonly kind: 'people' | 'name'; readonly group: OrganizationGroup }
  | { readonly kind: 'new' }
  | null

/** Groups of all organizations, with their people. */
export const GroupsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const sort = toListSort(search.sort, sorts, { key: 'name', descending: false })
  const query = useQuery(
    groupsOptions(useClient(), {
      ...toListPage(search),
      sort: sort.key,
      direction: sort.descending ? 'desc' : 'asc',
      ...(search.search !== undefined && { searchTerm: search.search }),
      ...(search.organization !== undefined && { organizationId: search.organization }),
    }),
  )
  const nameOf = useOrganizationNames(query.data?.items.map(({ organizationId }) => organizationId) ?? [])
  const [open, setOpen] = useState<GroupDialog>(null)
  const change = (next: Partial<GroupsSearch>) =>
    void navigate({
      to: '/admin/groups',
      search: { ...search, page: undefined, ...next },
      replace: true,
      resetScroll: false,
    })
  const close = () => setOpen(null)
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ kind: 'new' })}>
      New group
    </Button>
  )
  return (
    <>
      <ServerList
        {...toServerList({ query, search, onChange: change, sort })}
        caption="Groups"
        columns={columnsOf(nameOf, setOpen)}
        rowKey={({ id }) => id}
        searchHint="Name of the group"
        filters={
          <OrganizationSelect value={search.organization} onChange={(organization) => change({ organization })} />
        }
        action={create}
        isFiltered={search.organization !== undefined}
        onClear={() => change({ search: undefined, organization: undefined })}
        empty={{
          icon: <IconUsersGroup size={22} aria-hidden />,
          title: 'No groups yet',
          text: 'People of a group share portfolios, projects and stories. Groups also come from the identity provider.',
          action: create,
        }}
      />
      {open?.kind === 'new' && (
        <GroupForm group={null} organizationId={search.organization} organizationName={nameOf} onClose={close} />
      )}
      {open?.kind === 'name' && <GroupForm group={open.group} organizationName={nameOf} onClose={close} />}
      {open?.kind === 'people' && (
        <GroupPeople group={open.group} organization={nameOf(open.group.organizationId)} onClose={close} />
      )}
    </>
  )
}

const columnsOf = (
  nameOf: (id: string) => string,
  onOpen: (dialog: GroupDialog) => void,
): readonly PagedColumn<OrganizationGroup>[] => [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    renderCell: ({ name }) => <span className={textStyles.breakable}>{name}</span>,
  },
  {
    key: 'organization',
    isText: true,
    title: 'Organization',
    renderCell: ({ organizationId }) => <span className={textStyles.breakable}>{nameOf(organizationId)}</span>,
  },
  {
    key: 'users',
    title: 'People',
    numeric: true,
    sortable: true,
    renderCell: ({ users }) => formatCount(users.length),
  },
  {
    key: 'names',
    isText: true,
    title: 'Who',
    renderCell: ({ users }) => <span className={textStyles.caption}>{sayNames(users.map(nameOfPerson))}</span>,
  },
  {
    key: 'actions',
    title: 'Actions',
    isUntitled: true,
    numeric: true,
    renderCell: (group) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`People of ${group.name}`}
          onClick={() => onOpen({ kind: 'people', group })}
        >
          People
        </Button>
        <Tooltip label="Rename">
          <ActionIcon aria-label={`Rename ${group.name}`} onClick={() => onOpen({ kind: 'name', group })}>
            <IconPencil size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    ),
  },
]

const sayNames = (names: readonly string[]): string => {
  if (names.length === 0) return 'Nobody yet'
  const rest = names.length - mostNames
  return rest > 0 ? `${names.slice(0, mostNames).join(', ')} and ${formatCount(rest)} more` : names.join(', ')
}
