import type { PeopleSearch } from './administration.search.ts'
import { updateUser, type User, setModuleAccess, deleteUser, type UserDeletion } from '@auspex/sdk'
import { Button, Select, Modal, Stack, Switch } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure, failureSentences } from '../../lib/api/failure.ts'
import { toListParams, toListSort, toFiltered } from '../../lib/lists/list-search.ts'
import { toServerList } from '../../lib/lists/server-list.ts'
import { formatInstant } from '../../lib/time/format.ts'
import { isModuleOn, type ModuleName, moduleNames, moduleWords } from '../../lib/people/modules.ts'
import { describeThings } from '../../lib/words/deletion-words.ts'
import { DeletionDialog } from '../../ui/deletion-dialog.tsx'
import { Failure } from '../../ui/form-actions.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import textStyles from '../../ui/text-styles.module.css'
import classes from './administration.module.css'
import { peopleOptions, userDeletionOptions } from './administration.queries.ts'
import { ConfirmDialog, type Change, useChange } from './changes.tsx'
import { EverybodyModules } from './everybody-modules.tsx'
import { OrganizationSelect } from './filters.tsx'
import { useOrganizationNames, nameOfPerson } from './names.tsx'
import { type OpenedPerson, peopleColumns } from './people-columns.tsx'
import { PersonForm } from './person-form.tsx'

/** Deletes a person with everything they own. A person who still has access is disabled first: that step can be undone. */
const PersonDeletion = ({ person, onClose }: PersonDeletionProps) =>
  person.disabledAt === null ? (
    <DisableFirst person={person} onClose={onClose} />
  ) : (
    <Deletion person={person} onClose={onClose} />
  )

const DisableFirst = ({ person, onClose }: PersonDeletionProps) => {
  const change = useChange<unknown>()
  const name = nameOfPerson(person)
  return (
    <ConfirmDialog
      title={`Disable ${name} before deleting?`}
      action={`Disable ${name}`}
      isDanger
      isPending={change.isPending}
      error={change.error}
      // the list is refetched, and the dialog continues with the disabled person
      onConfirm={() =>
        change.mutate({
          run: (client) => updateUser(person.id, { disabled: true }, { client }),
          toNotice: () => `${name} is disabled and has no access.`,
        })
      }
      onClose={onClose}
    >
      <p>
        Only people who are disabled can be deleted. {name} loses all access within five seconds. That can be undone;
        the deletion that follows cannot.
      </p>
    </ConfirmDialog>
  )
}

const Deletion = ({ person, onClose }: PersonDeletionProps) => {
  const preview = useQuery(userDeletionOptions(useClient(), person.id))
  const change = useChange<UserDeletion>()
  const name = nameOfPerson(person)
  const failure = change.error ?? preview.error
  return (
    <DeletionDialog
      title={`Delete ${name}?`}
      action={`Delete ${name}`}
      goes={preview.data && describeThings(preview.data.things)}
      typed={person.email === null ? { words: name, what: 'name' } : { words: person.email, what: 'email address' }}
      failure={failure && failureSentences(failure)}
      isPending={change.isPending}
      onConfirm={() => change.mutate(toDeletion(person), { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        This can’t be undone, and their groups lose what was shared. Messages that {name} sent stay with their
        recipients, without the name. The audit trail and the security log keep only the ID {person.id}.
      </p>
    </DeletionDialog>
  )
}

const toDeletion = (person: User): Change<UserDeletion> => ({
  run: (client) => deleteUser(person.id, { client }),
  toNotice: () => `${nameOfPerson(person)} and everything they created were deleted.`,
})

/** The modules of one person, each with a switch. */
const PersonModules = ({ person, onClose }: { person: User; onClose: () => void }) => {
  const change = useChange<unknown>()
  const name = nameOfPerson(person)
  const failure = change.error && describeFailure(change.error)
  // A switch keeps the chosen position until the list is refetched, and then shows the server's state.
  const [wishes, setWishes] = useState<Partial<Record<ModuleName, boolean>>>({})
  const set = (module: ModuleName, access: boolean) => {
    setWishes((before) => ({ ...before, [module]: access }))
    change
      .mutateAsync(toSwitch(person, module, access))
      .catch(() => undefined) // the error is already shown above
      .finally(() => setWishes(({ [module]: _done, ...others }) => others))
  }
  return (
    <Modal opened onClose={onClose} title={`Modules of ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap={18}>
        <p className={`${textStyles.soft} ${classes.words}`}>
          A module that is off hides its pages from {name} and refuses its calls within five seconds.
        </p>
        <Failure failure={failure} />
        {moduleNames.map((module) => (
          <Switch
            key={module}
            label={moduleWords[module].title}
            description={moduleWords[module].meaning}
            checked={wishes[module] ?? isModuleOn(person, module)}
            onChange={(event) => set(module, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Modal>
  )
}

const toSwitch = (person: User, module: ModuleName, access: boolean): Change<unknown> => ({
  run: (client) => setModuleAccess(person.id, { module, access }, { client }),
  toNotice: () => describeAccess(person, module, access),
  undo: () => ({
    run: (client) => setModuleAccess(person.id, { module, access: !access }, { client }),
    toNotice: () => describeAccess(person, module, !access),
  }),
})

const describeAccess = (person: User, module: ModuleName, access: boolean): string =>
  `${moduleWords[module].title} is ${access ? 'on' : 'off'} for ${nameOfPerson(person)}.`

/** Asks for confirmation before the access of a person is disabled or restored. */
const PersonAccess = ({ person, onClose }: { person: User; onClose: () => void }) => {
  const change = useChange<unknown>()
  const name = nameOfPerson(person)
  const isDisabled = person.disabledAt !== null
  return (
    <ConfirmDialog
      title={isDisabled ? `Enable ${name} again?` : `Disable ${name}?`}
      action={isDisabled ? `Enable ${name}` : `Disable ${name}`}
      isDanger={!isDisabled}
      isPending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(isDisabled ? enable(person) : disable(person), { onSuccess: onClose })}
      onClose={onClose}
    >
      {person.disabledAt === null ? (
        <p>
          {name} loses all access within five seconds, including open pages and streams. What they created stays, and
          their groups can still see what is shared. The account at the identity provider is not affected. You can
          restore access at any time.
        </p>
      ) : (
        <p>
          {name} has had no access since {formatInstant(person.disabledAt)}. If you enable them, they can sign in again
          right away, with the same groups and modules.
        </p>
      )}
    </ConfirmDialog>
  )
}

const enable = (person: User): Change<unknown> => ({
  run: (client) => updateUser(person.id, { disabled: false }, { client }),
  toNotice: () => `${nameOfPerson(person)} has access again.`,
})

const disable = (person: User): Change<unknown> => ({
  run: (client) => updateUser(person.id, { disabled: true }, { client }),
  toNotice: () => `${nameOfPerson(person)} is disabled and has no access.`,
  undo: () => enable(person),
})

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
      ...toListParams(search, sort),
      ...(search.access !== undefined && { disabled: search.access === 'disabled' }),
    }),
  )
  const nameOf = useOrganizationNames(query.data?.items.map(({ organizationId }) => organizationId) ?? [])
  const [open, setOpen] = useState<OpenedPerson | 'new' | 'everybody' | null>(null)
  const change = (next: Partial<PeopleSearch>) => void navigate({ to: '/admin/people', ...toFiltered(search, next) })
  const close = () => setOpen(null)
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      New person
    </Button>
  )
  // looked up in the list again, so that the dialog shows the current state
  const currentOf = (opened: User): User => query.data?.items.find(({ id }) => id === opened.id) ?? opened
  return (
    <>
      <ServerList
        {...toServerList({ query, search, onChange: change, sort })}
        caption="People"
        columns={peopleColumns(nameOf, setOpen)}
        rowKey={({ id }) => id}
        searchHint="Name or email address"
        filters={<PeopleFilters search={search} onChange={change} />}
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
          text: 'People appear when they first sign in. Create them earlier to add them to groups.',
          action: create,
        }}
      />
      {open === 'new' && <PersonForm organizationId={search.organization} onClose={close} />}
      {open === 'everybody' && <EverybodyModules onClose={close} />}
      {typeof open === 'object' && open !== null && (
        <PersonDialog kind={open.kind} person={currentOf(open.person)} onClose={close} />
      )}
    </>
  )
}

interface PeopleFiltersProps {
  search: PeopleSearch
  onChange: (next: Partial<PeopleSearch>) => void
}

const PeopleFilters = ({ search, onChange }: PeopleFiltersProps) => (
  <>
    <OrganizationSelect value={search.organization} onChange={(organization) => onChange({ organization })} />
    <Select
      label="Access"
      placeholder="Everybody"
      data={accessWords}
      value={search.access ?? null}
      onChange={(access) => onChange({ access: access === 'enabled' || access === 'disabled' ? access : undefined })}
      clearable
      clearButtonProps={{ 'aria-label': 'With and without access' }}
    />
  </>
)

interface PersonDialogProps {
  kind: OpenedPerson['kind']
  person: User
  onClose: () => void
}

const PersonDialog = ({ kind, person, onClose }: PersonDialogProps) => {
  if (kind === 'modules') return <PersonModules person={person} onClose={onClose} />
  if (kind === 'access') return <PersonAccess person={person} onClose={onClose} />
  if (kind === 'deletion') return <PersonDeletion person={person} onClose={onClose} />
  return <PersonForm person={person} onClose={onClose} />
}

interface PersonDeletionProps {
  person: User
  onClose: () => void
}
