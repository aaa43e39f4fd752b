import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { createOrganization, type Organization, updateOrganization } from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { fieldFailure, isFieldFailure } from '../../lib/field-failure.ts'
import { usePicture } from '../../lib/picture.ts'
import { PictureInput } from '../../ui/picture-input.tsx'
import { type Change, useChange } from './use-change.ts'
import textStyles from '../../ui/text-styles.module.css'

interface OrganizationFormProps {
  /** Null to make one. */
  organization: Organization | null
  onClose: () => void
}

const fields = ['name', 'image'] as const

/** The name and the picture of an organization. */
export const OrganizationForm = ({ organization, onClose }: OrganizationFormProps) => {
  const [name, setName] = useState(organization?.name ?? '')
  const [picture, setPicture] = useState<File | null>(null)
  const [isRemoved, setRemoved] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const stored = usePicture(organization?.image ?? null)
  const change = useChange<Organization>()
  const title = organization === null ? 'New organization' : `Change ${organization.name}`
  const nameFault = name.trim() === '' ? 'An organization needs a name' : undefined
  const pictureFault = fieldFailure(change.error, 'image')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (nameFault !== undefined) return
    const input = { name: name.trim(), ...(picture && { image: picture }) }
    change.mutate(organization === null ? toCreation(input) : toUpdate(organization, { ...input, isRemoved }), {
      onSuccess: onClose,
    })
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
            stored={isRemoved ? null : stored}
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
          {failure && (
            <p className={textStyles.fault} role="alert">
              {failure.message}. {failure.detail}
            </p>
          )}
          <Group gap="xs">
            <Button type="submit" loading={change.isPending}>
              {organization === null ? 'Create organization' : 'Save changes'}
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

const toCreation = (input: { name: string; image?: File }): Change<Organization> => ({
  run: (client) => createOrganization(input, { client }),
  say: ({ name }) => `${name} was created. It has no people yet.`,
})

interface Update {
  readonly name: string
  readonly image?: File
  readonly isRemoved: boolean
}

const toUpdate = (before: Organization, { isRemoved, ...input }: Update): Change<Organization> => ({
  run: (client) =>
    updateOrganization(before.id, { ...input, ...(isRemoved && !input.image && { imageRemoved: true }) }, { client }),
  say: ({ name }) => (name === before.name ? `${name} was changed.` : `${before.name} is called ${name} now.`),
  // A picture that was replaced is gone; a name comes back.
  ...(!isRemoved &&
    input.image === undefined &&
    input.name !== before.name && {
      undo: () => ({
        run: (client) => updateOrganization(before.id, { name: before.name }, { client }),
        say: () => `${before.name} has its name back.`,
      }),
    }),
})
