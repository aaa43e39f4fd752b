import { Button, FileButton, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { createOrganization, type Organization, updateOrganization } from '@auspex/sdk'
import { type FormEvent, useEffect, useState } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { fieldFailure, isFieldFailure } from '../../lib/field-failure.ts'
import { OrganizationPicture } from './organization-picture.tsx'
import { type Change, useChange } from './use-change.ts'
import textStyles from '../../ui/text-styles.module.css'

interface OrganizationFormProps {
  /** Null to make one. */
  organization: Organization | null
  onClose: () => void
}

/** As the contract says of a picture. */
const mostBytes = 5 * 1024 * 1024
const kinds = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
const fields = ['name', 'image'] as const

/** The name and the picture of an organization. */
export const OrganizationForm = ({ organization, onClose }: OrganizationFormProps) => {
  const [name, setName] = useState(organization?.name ?? '')
  const [picture, setPicture] = useState<File | null>(null)
  const [isRemoved, setRemoved] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const change = useChange<Organization>()
  const title = organization === null ? 'New organization' : `Change ${organization.name}`
  const nameFault = name.trim() === '' ? 'An organization needs a name' : undefined
  const pictureFault = picture !== null && picture.size > mostBytes ? 'A picture may have at most 5 MB' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (nameFault !== undefined || pictureFault !== undefined) return
    const input = { name: name.trim(), ...(picture && { image: picture }) }
    change.mutate(organization === null ? toCreation(input) : toUpdate(organization, { ...input, isRemoved }), {
      onSuccess: onClose,
    })
  }
  const failure = change.error && !isFieldFailure(change.error, fields) ? describeFailure(change.error) : null
  const hasPicture = picture !== null || (organization !== null && organization.image !== null && !isRemoved)
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
          <div>
            <Group gap={14} wrap="nowrap">
              <Preview file={picture} organization={isRemoved ? null : organization} name={name} />
              <Group gap={8}>
                <FileButton accept={kinds} onChange={setPicture}>
                  {(props) => (
                    <Button
                      {...props}
                      size="compact-sm"
                      variant="default"
                      leftSection={<IconPhoto size={15} aria-hidden />}
                    >
                      {hasPicture ? 'Choose another picture' : 'Choose a picture'}
                    </Button>
                  )}
                </FileButton>
                {hasPicture && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    leftSection={<IconTrash size={15} aria-hidden />}
                    onClick={() => {
                      setPicture(null)
                      setRemoved(organization !== null && organization.image !== null)
                    }}
                  >
                    Remove it
                  </Button>
                )}
              </Group>
            </Group>
            <p className={textStyles.caption}>PNG, JPEG, WebP, GIF or AVIF, at most 5 MB.</p>
            {(fieldFailure(change.error, 'image') ?? pictureFault) && (
              <p className={textStyles.fault} role="alert">
                {fieldFailure(change.error, 'image') ?? pictureFault}
              </p>
            )}
          </div>
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

interface PreviewProps {
  file: File | null
  organization: Organization | null
  name: string
}

/** The picture as it would be. */
const Preview = ({ file, organization, name }: PreviewProps) => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return undefined
    const next = URL.createObjectURL(file)
    setUrl(next)
    return () => {
      URL.revokeObjectURL(next)
      setUrl(null)
    }
  }, [file])
  return url === null ? (
    <OrganizationPicture name={name || '?'} image={organization?.image ?? null} size={56} />
  ) : (
    <img src={url} alt="" width={56} height={56} style={{ borderRadius: 8, objectFit: 'cover' }} />
  )
}
