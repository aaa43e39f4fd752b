import type { GroupRef } from '@auspex/sdk'
import { Button, Group, TextInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { useFormDraft } from '../../lib/storage/drafts.ts'
import { CancelButton, Failure } from '../../ui/form-actions.tsx'
import { Card } from '../../ui/page.tsx'
import classes from './stories.module.css'
import { meOptions, useCreateStory } from './stories.queries.ts'

const nobody = 'nobody'

/** Who else can see and edit a story; renders nothing for people without groups. */
const GroupSelect = ({ groups, value, onChange }: GroupSelectProps) =>
  groups.length > 0 && (
    <Select
      label="Who can see and edit it"
      data={[{ value: nobody, label: 'Only you' }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? nobody}
      allowDeselect={false}
      onChange={(choice) => onChange(choice === nobody ? null : choice)}
    />
  )

/** The maximum length of a title. */
export const maxStoryTitleLength = 200

interface NewStoryProps {
  onCancel: () => void
}

type StoryWords = { readonly title: string; readonly groupId: string | null }

const emptyDraft = { fields: { title: '', groupId: null }, base: {} }

/** A form for the title and the owner of a story, which then opens in the editor. The draft survives a reload and an expired session. */
export const NewStory = ({ onCancel }: NewStoryProps) => {
  const { isReady, draft, keep, drop } = useFormDraft<StoryWords, Record<string, never>>('story.new', emptyDraft)
  if (!isReady) return null
  return (
    <NewStoryForm
      typed={draft?.fields ?? emptyDraft.fields}
      onType={keep}
      onCreated={drop}
      onCancel={() => {
        drop()
        onCancel()
      }}
    />
  )
}

interface NewStoryFormProps extends NewStoryProps {
  typed: StoryWords
  onType: (words: StoryWords) => void
  onCreated: () => void
}

const NewStoryForm = ({ typed, onType, onCreated, onCancel }: NewStoryFormProps) => {
  const client = useClient()
  const navigate = useNavigate()
  const { data: me } = useQuery(meOptions(client))
  const create = useCreateStory(client)
  const [{ title, groupId }, setWords] = useState(typed)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const displayTitle = title.trim()
  const change = (part: Partial<StoryWords>) => {
    const words = { title, groupId, ...part }
    setWords(words)
    onType(words)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (displayTitle === '') return
    create.mutate(
      { title: displayTitle, displayTitle, organizationGroupId: groupId },
      {
        onSuccess: ({ id }) => {
          onCreated()
          void navigate({ to: '/stories/$storyId', params: { storyId: id } })
        },
      },
    )
  }
  const failure = create.error && describeFailure(create.error)
  return (
    <Card>
      <form onSubmit={submit} aria-label="New story" noValidate>
        <div className={classes.form}>
          <TextInput
            label="Title of the story"
            placeholder="Why oat milk wins the foam"
            value={title}
            maxLength={maxStoryTitleLength}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was just opened for input
            autoFocus
            error={isSubmitted && displayTitle === '' && 'Give the story a title. It can be changed later.'}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <GroupSelect groups={me?.groups ?? []} value={groupId} onChange={(id) => change({ groupId: id })} />
        </div>
        <Failure failure={failure} />
        <Group gap="xs" mt={16}>
          <Button type="submit" loading={create.isPending}>
            Create the story
          </Button>
          <CancelButton onClick={onCancel} />
        </Group>
      </form>
    </Card>
  )
}

interface GroupSelectProps {
  groups: readonly GroupRef[]
  value: string | null
  onChange: (groupId: string | null) => void
}
