import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { createOrganizationGroup, type OrganizationGroup, updateOrganizationGroup } from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { fieldFailure, isFieldFailure } from '../../lib/field-failure.ts'
import { OrganizationSelect } from './organization-select.tsx'
import { useChange } from './use-change.ts'
import textStyles from '../../ui/text-styles.module.css'

interface GroupFormProps {
  /** Null to make one. */
  group: OrganizationGroup | null
  /** The organization that the list shows now. */
  organizationId?: string | undefined
  organizationName: (id: string) => string
  onClose: () => void
}

/** The name of a group; a new one gets its organization, and stays in it. */
export const GroupForm = ({ group, organizationId, organizationName, onClose }: GroupFormProps) => {
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
            say: () => `The group ${words} of ${organizationName(organization)} was created. It has no people yet.`,
          }
        : {
            run: (client) => updateOrganizationGroup(group.id, { name: words }, { client }),
            say: () => `The group ${group.name} is called ${words} now.`,
            undo: () => ({
              run: (client) => updateOrganizationGroup(group.id, { name: group.name }, { client }),
              say: () => `The group ${group.name} has its name back.`,
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
            <OrganizationSelect
              value={organization}
              onChange={setOrganization}
              placeholder="Choose an organization"
              error={
                fieldFailure(change.error, 'organizationId') ??
                (isSubmitted && organization === undefined ? 'Choose the organization of the group' : undefined)
              }
              isRequired
            />
          )}
          {failure && (
            <p className={textStyles.fault} role="alert">
              {failure.message}. {failure.detail}
            </p>
          )}
          <Group gap="xs">
            <Button type="submit" loading={change.isPending}>
              {group === null ? 'Create group' : 'Save the name'}
            </Button>
            <Button variant="subtle" color="gray" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
