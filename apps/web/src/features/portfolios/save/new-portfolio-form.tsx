import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { GroupRef } from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import type { PortfolioDraft } from '../portfolios.queries.ts'
import textStyles from '../../../ui/text-styles.module.css'

/** What is typed into the form; a type, so that it can be kept as a form's fields are. */
export type NewPortfolioWords = { readonly title: string; readonly groupId: string | null }

interface NewPortfolioFormProps {
  /** Where the form begins. */
  typed: NewPortfolioWords
  isFirst: boolean
  groups: readonly GroupRef[]
  isPending: boolean
  onType: (words: NewPortfolioWords) => void
  onCreate: (draft: PortfolioDraft) => void
  onCancel: () => void
}

/** A portfolio made in place; its picture can wait. */
export const NewPortfolioForm = ({
  typed,
  isFirst,
  groups,
  isPending,
  onType,
  onCreate,
  onCancel,
}: NewPortfolioFormProps) => {
  const [{ title, groupId }, setWords] = useState(typed)
  const change = (part: Partial<NewPortfolioWords>) => {
    const words = { title, groupId, ...part }
    setWords(words)
    onType(words)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '') onCreate({ title: title.trim(), organizationGroupId: groupId })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={14}>
        {isFirst && (
          <p className={textStyles.text}>
            A portfolio keeps signals together and shows how each moves. Name your first one.
          </p>
        )}
        <TextInput
          label="Name of the portfolio"
          placeholder="Plant milks"
          value={title}
          maxLength={200}
          onChange={(event) => change({ title: event.currentTarget.value })}
          data-autofocus
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever asked for a new one types its name next
          autoFocus
        />
        {groups.length > 0 && (
          <NativeSelect
            label="Who sees it"
            value={groupId ?? ''}
            onChange={(event) => change({ groupId: event.currentTarget.value || null })}
            data={[{ value: '', label: 'Only you' }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        )}
        <Group gap="xs">
          <Button type="submit" loading={isPending} disabled={title.trim() === ''}>
            Create and save
          </Button>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            {isFirst ? 'Cancel' : 'Back'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
