import { Button, FileInput, Group, TextInput } from '@mantine/core'
import { type AddCardInput, uploadStoryImage } from '@auspex/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface AddImageCardProps {
  storyId: string
  onAdd: (input: Omit<AddCardInput, 'storyId'>) => void
  onCancel: () => void
}

const mostBytes = 5 * 1024 * 1024
const types = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** A picture from this computer, with words for those who cannot see it. */
export const AddImageCard = ({ storyId, onAdd, onCancel }: AddImageCardProps) => {
  const client = useClient()
  const [file, setFile] = useState<File | null>(null)
  const [alt, setAlt] = useState('')
  const upload = useMutation({
    mutationFn: (image: File) => uploadStoryImage(storyId, { image }, { client }),
    onSuccess: ({ image }) => onAdd({ content: { kind: 'image', image, alt: alt.trim() } }),
  })
  const isTooLarge = file !== null && file.size > mostBytes
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file && !isTooLarge) upload.mutate(file)
  }
  const failure = upload.error && describeFailure(upload.error)
  return (
    <form className={classes.addForm} onSubmit={submit} aria-label="Add a picture">
      <FileInput
        label="Picture"
        description="PNG, JPEG, WebP, GIF or AVIF, at most 5 MB"
        placeholder="Choose a file"
        accept={types}
        value={file}
        onChange={setFile}
        clearable
        error={isTooLarge && 'This file is larger than 5 MB. Make it smaller and choose it again.'}
      />
      <TextInput
        label="What it shows"
        description="For readers who cannot see it; leave it empty for decoration"
        value={alt}
        maxLength={500}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      {failure && (
        <p className={textStyles.fault} role="alert">
          {failure.message}. {failure.detail}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" size="compact-md" loading={upload.isPending} disabled={file === null || isTooLarge}>
          Add
        </Button>
        <Button variant="subtle" color="gray" size="compact-md" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
