import { Button, Radio, Select, Stack } from '@mantine/core'
import type { ShareAccess } from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import type { ShareItem } from '../../lib/dialog-request.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { accessWords, endAfter, lifetimes } from './share-words.ts'
import { useCreateLink } from './sharing.queries.ts'
import classes from './sharing.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface NewLinkFormProps {
  item: ShareItem
  onCreated: (id: string, token: string) => void
}

const usualDays = 30

/** Who may read with the link, and for how long. The narrower choice is the one that is made for you. */
export const NewLinkForm = ({ item: { kind, itemId }, onCreated }: NewLinkFormProps) => {
  const create = useCreateLink(useClient())
  const [access, setAccess] = useState<ShareAccess>('organization')
  const [days, setDays] = useState(usualDays)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { kind, itemId, access, expiresAt: endAfter(days, Date.now()) },
      { onSuccess: ({ id, token }) => token !== null && onCreated(id, token) },
    )
  }
  const failure = create.error && describeFailure(create.error)
  return (
    <form className={classes.form} onSubmit={submit}>
      <Radio.Group
        label="Who can read it"
        value={access}
        onChange={(value) => setAccess(value === 'anyone' ? 'anyone' : 'organization')}
      >
        <Stack gap={8} mt={8}>
          <Radio value="organization" label={accessWords.organization} data-autofocus />
          <Radio value="anyone" label={accessWords.anyone} />
        </Stack>
      </Radio.Group>
      <Select
        label="How long it works"
        data={lifetimes.map(({ days: value, label }) => ({ value: String(value), label }))}
        value={String(days)}
        onChange={(value) => setDays(Number(value ?? usualDays))}
        allowDeselect={false}
      />
      {failure && (
        <p className={textStyles.fault} role="alert">
          {failure.message}. {failure.detail}
        </p>
      )}
      <div>
        <Button type="submit" loading={create.isPending}>
          Make a link
        </Button>
      </div>
    </form>
  )
}
