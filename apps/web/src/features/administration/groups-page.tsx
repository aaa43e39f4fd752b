import { ActionIcon, Button, Group, Tooltip, Modal, Stack, TextInput } from '@mantine/core'
import { IconPencil, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { type OrganizationGroup, createOrganizationGroup, updateOrganizationGroup } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { formatCount } from '../../lib/numbers/format.ts'
import { toListParams, toListSort, toFiltered } from '../../lib/lists/list-search.ts'
import { toServerList } from '../../lib/lists/server-list.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { groupsOptions } from './administration.queries.ts'
import type { GroupsSearch } from './administration.search.ts'
import { GroupPeople } from './group-people.tsx'
import { actionsColumn, nameOfPerson, organizationColumn, useOrganizationNames } from './names.tsx'
import { OrganizationField, OrganizationSelect } from './filters.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { describeFailure, fieldFailure, isFieldFailure } from '../../lib/api/failure.ts'
import { useChange } from './changes.tsx'
import { FormActions } from '../../ui/form-actions.tsx'

/** A form for the name of a group; a new one is assigned to an organization and stays in it. */
const GroupForm = ({ group, organizationId, organizationName, onClose }: GroupFormProps) => {
  const [name, setName] = useState(group?.name ?? '')
  const [organization, setOrganization] = useState(group?.organizationId ?? organizationId)
  const [isSubmitted, setSubmitted] = useState(false)
  const change = useChange<OrganizationGroup>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const words = name.trim()
    if (words === '' || organization === undefined) return
    change.mutate(
      group === null
        ? {
            run: (client) => createOrganizationGroup({ name: words, organizationId: organization }, { client }),
            toNotice: () =>
              `The group ${words} of ${organizationName(organization)} was created. It has no people yet.`,
          }
        : {
            run: (client) => updateOrganizationGroup(group.id, { name: words }, { client }),
            toNotice: () => `The group ${group.name} is now called ${words}.`,
            undo: () => ({
              run: (client) => updateOrganizationGroup(group.id, { name: group.name }, { client }),
              toNotice: () => `The group ${group.name} has its old name again.`,
            }),
          },
      { onSuccess: onClose },
    )
  }
  const failure =
    change.error && !isFieldFailure(change.error, ['name', 'organizationId']) && describeFailure(change.error)
  return (
    <Modal
      opened
      onClose={onClose}
      title={group === null ? 'New group' : `Rename ${group.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <TextInput
            label="Name"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldFailure(change.error, 'name') ?? (isSubmitted && name.trim() === '' && 'A group needs a name')}
            data-autofocus
          />
          {group === null && (
            <OrganizationField
              noun="group"
              value={organization}
              onChange={setOrganization}
              error={change.error}
              isSubmitted={isSubmitted}
            />
          )}
          <FormActions failure={failure} isPending={change.isPending} onCancel={onClose}>
            {group === null ? 'Create group' : 'Save the name'}
          </FormActions>
        </Stack>
      </form>
    </Modal>
  )
}

const route = getRouteApi('/admin/groups')
const sorts = ['name', 'users', 'createdAt'] as const
/** How many people a row names. */
const maxNames = 3

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
      ...toListParams(search, sort),
    }),
  )
  const nameOf = useOrganizationNames(query.data?.items.map(({ organizationId }) => organizationId) ?? [])
  const [open, setOpen] = useState<GroupDialog>(null)
  const change = (next: Partial<GroupsSearch>) => void navigate({ to: '/admin/groups', ...toFiltered(search, next) })
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
          text: 'People in a group share portfolios, projects and stories. Groups can also come from the identity provider.',
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
  organizationColumn(nameOf),
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
    renderCell: ({ users }) => <span className={textStyles.caption}>{listNames(users.map(nameOfPerson))}</span>,
  },
  actionsColumn((group) => (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`People in ${group.name}`}
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
  )),
]

const listNames = (names: readonly string[]): string => {
  if (names.length === 0) return 'Nobody yet'
  const rest = names.length - maxNames
  return rest > 0 ? `${names.slice(0, maxNames).join(', ')} and ${formatCount(rest)} more` : names.join(', ')
}

interface GroupFormProps {
  /** Null to create one. */
  group: OrganizationGroup | null
  /** The organization by which the list is filtered. */
  organizationId?: string | undefined
  organizationName: (id: string) => string
  onClose: () => void
}
