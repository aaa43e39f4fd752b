import { ActionIcon, Button, Tooltip, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { IconBuilding, IconPencil, IconPlus } from '@tabler/icons-react'
import { type Organization, createOrganization, updateOrganization } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { formatCount } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { type ListSearch, toListParams, toListSort, toFiltered } from '../../lib/lists/list-search.ts'
import { toServerList } from '../../lib/lists/server-list.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { organizationsOptions } from './administration.queries.ts'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { usePicture } from '../../lib/files/pictures.tsx'
import { Picture } from '../../ui/picture.tsx'
import { describeFailure, fieldFailure, isFieldFailure } from '../../lib/api/failure.ts'
import { PictureInput } from '../../ui/picture-input.tsx'
import { type Change, useChange } from './changes.tsx'
import { FormActions } from '../../ui/form-actions.tsx'

const fields = ['name', 'image'] as const

/** A form for the name and the picture of an organization. */
const OrganizationForm = ({ organization, onClose }: OrganizationFormProps) => {
  const [name, setName] = useState(organization?.name ?? '')
  const [picture, setPicture] = useState<File | null>(null)
  const [isRemoved, setRemoved] = useState(false)
  const [areTokensAllowed, setTokensAllowed] = useState(organization?.allowsAccessTokens ?? true)
  const [isSubmitted, setSubmitted] = useState(false)
  const storedPicture = usePicture(organization?.image ?? null)
  const change = useChange<Organization>()
  const title = organization === null ? 'New organization' : `Change ${organization.name}`
  const nameFault = name.trim() === '' ? 'An organization needs a name' : undefined
  const pictureFault = fieldFailure(change.error, 'image')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (nameFault !== undefined) return
    const input = { name: name.trim(), ...(picture && { image: picture }) }
    change.mutate(
      organization === null ? toCreation(input) : toUpdate(organization, { ...input, isRemoved, areTokensAllowed }),
      {
        onSuccess: onClose,
      },
    )
  }
  const failure = change.error && !isFieldFailure(change.error, fields) ? describeFailure(change.error) : null
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap={18}>
          <TextInput
            label="Name"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldFailure(change.error, 'name') ?? (isSubmitted && nameFault)}
            data-autofocus
          />
          <PictureInput
            title={name}
            file={picture}
            stored={isRemoved ? null : storedPicture}
            onChange={setPicture}
            onRemove={
              organization !== null && organization.image !== null && !isRemoved ? () => setRemoved(true) : undefined
            }
          />
          {pictureFault && (
            <p className={textStyles.fault} role="alert">
              {pictureFault}
            </p>
          )}
          {organization !== null && (
            <Switch
              label="Allow personal access tokens"
              description="People can create tokens for their scripts. When this is off, existing tokens are refused."
              checked={areTokensAllowed}
              onChange={(event) => setTokensAllowed(event.currentTarget.checked)}
            />
          )}
          <FormActions failure={failure} isPending={change.isPending} onCancel={onClose}>
            {organization === null ? 'Create organization' : 'Save changes'}
          </FormActions>
        </Stack>
      </form>
    </Modal>
  )
}

const toCreation = (input: { name: string; image?: File }): Change<Organization> => ({
  run: (client) => createOrganization(input, { client }),
  toNotice: ({ name }) => `${name} was created. It has no people yet.`,
})

const toUpdate = (before: Organization, { isRemoved, areTokensAllowed, ...input }: Update): Change<Organization> => ({
  run: (client) =>
    updateOrganization(
      before.id,
      {
        ...input,
        ...(isRemoved && !input.image && { imageRemoved: true }),
        ...(areTokensAllowed !== before.allowsAccessTokens && { allowsAccessTokens: areTokensAllowed }),
      },
      { client },
    ),
  toNotice: ({ name }) => (name === before.name ? `${name} was changed.` : `${before.name} is now called ${name}.`),
  // A replaced picture is lost; a name can be restored.
  ...(!isRemoved &&
    areTokensAllowed === before.allowsAccessTokens &&
    input.image === undefined &&
    input.name !== before.name && {
      undo: () => ({
        run: (client) => updateOrganization(before.id, { name: before.name }, { client }),
        toNotice: () => `${before.name} has its old name again.`,
      }),
    }),
})

/** The picture of an organization in a row, or its first letter. */
const OrganizationPicture = ({ name, image }: { name: string; image: string | null }) => (
  <Picture content={usePicture(image)} title={name} size="small" />
)

const route = getRouteApi('/admin/organizations')

const sorts = ['name', 'users', 'createdAt'] as const

/** All organizations: create, rename, change the picture. */
export const OrganizationsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const sort = toListSort(search.sort, sorts, { key: 'name', descending: false })
  const query = useQuery(
    organizationsOptions(useClient(), {
      ...toListParams(search, sort),
    }),
  )
  const [open, setOpen] = useState<Organization | 'new' | null>(null)
  const change = (next: ListSearch) => void navigate({ to: '/admin/organizations', ...toFiltered(search, next) })
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
          text: 'An organization appears when its first person signs in, or when you create it here.',
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
      <Tooltip label="Name, picture and access tokens">
        <ActionIcon aria-label={`Change ${organization.name}`} onClick={() => onEdit(organization)}>
          <IconPencil size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    ),
  },
]

interface OrganizationFormProps {
  /** Null to create one. */
  organization: Organization | null
  onClose: () => void
}

interface Update {
  readonly name: string
  readonly image?: File
  readonly isRemoved: boolean
  readonly areTokensAllowed: boolean
}
