import { ActionIcon, Avatar, Box, Button, Flex, Modal, Skeleton, Stack, Tooltip } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import {
  addOrganizationGroupUser,
  type GroupUser,
  type OrganizationGroup,
  removeOrganizationGroupUser,
} from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure, fieldFailure, isFieldFailure } from '../../lib/api/failure.ts'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { groupUsersOptions } from './administration.queries.ts'
import { EmailAddress, nameOfPerson } from './names.tsx'
import { type Change, useChange } from './changes.tsx'
import classes from './administration.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { emptyPerson, personFaults, PersonFields, toPersonInput } from './person-form.tsx'
import { Failure } from '../../ui/form-actions.tsx'

interface GroupPeopleProps {
  group: OrganizationGroup
  organization: string
  onClose: () => void
}

/** The members of a group: adds people by email address, and removes them. */
export const GroupPeople = ({ group, organization, onClose }: GroupPeopleProps) => {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(groupUsersOptions(useClient(), group.id, page))
  const change = useChange<unknown>()
  const failure = change.error && describeFailure(change.error)
  const remove = (person: GroupUser) =>
    change.mutate({
      run: (client) => removeOrganizationGroupUser(group.id, person.id, { client }),
      toNotice: () => `${nameOfPerson(person)} is no longer in ${group.name}. What they created stays.`,
      ...toReturn(group, person),
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`People in ${group.name}`}
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap={16}>
        <p className={`${textStyles.soft} ${classes.words}`}>
          {organization}
          {data && ` · ${formatPlural(data.page.total, 'person', 'people')}`}
        </p>
        <AddPersonForm group={group} />
        <Failure failure={failure} />
        {data === undefined ? (
          error ? (
            <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={120} radius="md" role="group" aria-busy="true" aria-label="Loading the people" />
          )
        ) : data.items.length === 0 ? (
          <p className={textStyles.note}>Nobody is in this group yet. Add the first person above.</p>
        ) : (
          <div className={surfaces.panel}>
            <ul className={surfaces.lines} aria-label={`People in ${group.name}`}>
              {data.items.map((person) => (
                <Flex key={person.id} component="li" gap={12} align="center" py={8} px={14}>
                  <Avatar name={nameOfPerson(person)} color="iris" size={30} radius="xl" alt="" aria-hidden />
                  <Box miw={0} flex={1}>
                    <Box component="p" className={textStyles.breakable} fz="lead">
                      {nameOfPerson(person)}
                    </Box>
                    <p className={`${textStyles.caption} ${textStyles.breakable}`}>
                      {person.email === null ? 'No email address' : <EmailAddress email={person.email} />}
                    </p>
                  </Box>
                  <Tooltip label="Remove from the group">
                    <ActionIcon
                      aria-label={`Remove ${nameOfPerson(person)} from ${group.name}`}
                      loading={change.isPending}
                      onClick={() => remove(person)}
                    >
                      <IconUserMinus size={17} stroke={1.7} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                </Flex>
              ))}
            </ul>
          </div>
        )}
        {data && data.page.totalPages > 1 && (
          <Flex gap={10} align="center" justify="space-between">
            <Button size="compact-sm" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <span className={textStyles.caption}>
              Page {formatCount(page)} of {formatCount(data.page.totalPages)}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              disabled={page >= data.page.totalPages}
              onClick={() => setPage(page + 1)}
            >
              Next
            </Button>
          </Flex>
        )}
      </Stack>
    </Modal>
  )
}

/** A person with a name and an address can be added again with the same data. */
const toReturn = (group: OrganizationGroup, person: GroupUser): Pick<Change<unknown>, 'undo'> => {
  const { firstName, lastName, email } = person
  if (!firstName || !lastName || !email) return {}
  return {
    undo: () => ({
      run: (client) => addOrganizationGroupUser(group.id, { firstName, lastName, email }, { client }),
      toNotice: () => `${nameOfPerson(person)} is in ${group.name} again.`,
    }),
  }
}

/** Adds a person to a group by email address; an unknown person is created. */
const AddPersonForm = ({ group }: { group: OrganizationGroup }) => {
  const [isOpen, setOpen] = useState(false)
  const [person, setPerson] = useState(emptyPerson)
  const [isSubmitted, setSubmitted] = useState(false)
  const change = useChange<GroupUser>()
  if (!isOpen)
    return (
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        Add a person
      </Button>
    )
  const faults = personFaults(person)
  const close = () => {
    setOpen(false)
    setPerson(emptyPerson)
    setSubmitted(false)
    change.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.keys(faults).length > 0) return
    change.mutate(
      {
        run: (client) => addOrganizationGroupUser(group.id, toPersonInput(person), { client }),
        toNotice: (added) => `${nameOfPerson(added)} is now in ${group.name}.`,
        undo: (added) => ({
          run: (client) => removeOrganizationGroupUser(group.id, added.id, { client }),
          toNotice: () => `${nameOfPerson(added)} is no longer in ${group.name}.`,
        }),
      },
      { onSuccess: close },
    )
  }
  const failure =
    change.error && !isFieldFailure(change.error, ['firstName', 'lastName', 'email']) && describeFailure(change.error)
  return (
    <form onSubmit={submit} noValidate aria-label={`Add a person to ${group.name}`}>
      <Stack gap={12}>
        <PersonFields
          value={person}
          onChange={setPerson}
          faultOf={(field) => fieldFailure(change.error, field) ?? (isSubmitted ? faults[field] : undefined)}
        />
        <Failure failure={failure} />
        <div>
          <Button type="submit" loading={change.isPending}>
            Add to the group
          </Button>{' '}
          <Button variant="subtle" color="gray" onClick={close}>
            Cancel
          </Button>
        </div>
      </Stack>
    </form>
  )
}
