import { Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { PictureInput } from './picture-input.tsx'
import { FormActions } from './form-actions.tsx'

interface CollectionWords {
  readonly title: string
  /** Null if only its creator sees it. */
  readonly groupId: string | null
}

interface CollectionDraft extends CollectionWords {
  readonly file: File | null
  /** Whether the stored picture is removed. */
  readonly isPictureRemoved: boolean
}

interface CollectionDialogProps {
  heading: string
  /** An example of a name. */
  example: string
  submitLabel: string
  groups: readonly { readonly id: string; readonly name: string }[]
  initial?: { readonly title: string; readonly groupId: string | null; readonly picture: Blob | null }
  /** A draft from before a reload; the form starts with it. */
  typed?: CollectionWords | null
  /** Why it could not be saved; the input stays. */
  failure: string | null
  isPending: boolean
  /** Called whenever something is typed or chosen. */
  onType: (words: CollectionWords) => void
  onSubmit: (draft: CollectionDraft) => void
  onClose: () => void
}

/** A form for the name, the audience and the picture of a portfolio or a project. */
export const CollectionDialog = ({
  heading,
  example,
  submitLabel,
  groups,
  initial,
  typed,
  failure,
  isPending,
  onType,
  onSubmit,
  onClose,
}: CollectionDialogProps) => {
  const [title, setTitle] = useState(typed?.title ?? initial?.title ?? '')
  const [groupId, setGroupId] = useState((typed ?? initial)?.groupId ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [isPictureRemoved, setPictureRemoved] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const groupOf = (value: string) => (value === '' ? null : value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(title.trim() === '')
    if (title.trim() === '') return
    onSubmit({ title: title.trim(), groupId: groupOf(groupId), file, isPictureRemoved })
  }
  return (
    <Modal opened onClose={onClose} title={heading} size={480} radius="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap={18}>
          <TextInput
            label="Name"
            placeholder={example}
            value={title}
            maxLength={200}
            error={isMissing && 'Give it a name'}
            onChange={(event) => {
              setTitle(event.currentTarget.value)
              onType({ title: event.currentTarget.value, groupId: groupOf(groupId) })
              setMissing(false)
            }}
            data-autofocus
          />
          {groups.length > 0 && (
            <NativeSelect
              label="Who can see it"
              description="Group members can see and edit it."
              value={groupId}
              onChange={(event) => {
                setGroupId(event.currentTarget.value)
                onType({ title, groupId: groupOf(event.currentTarget.value) })
              }}
              data={[{ value: '', label: 'Only you' }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
            />
          )}
          <PictureInput
            title={title}
            file={file}
            stored={isPictureRemoved ? null : (initial?.picture ?? null)}
            onChange={setFile}
            onRemove={() => setPictureRemoved(true)}
          />
          <FormActions failure={failure} isPending={isPending} onCancel={onClose}>
            {submitLabel}
          </FormActions>
        </Stack>
      </form>
    </Modal>
  )
}
