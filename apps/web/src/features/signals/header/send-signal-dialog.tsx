import { Box, Button, Group, Modal, MultiSelect, Stack, Textarea } from '@mantine/core'
import { sendSignalMessage } from '@auspex/sdk'
import { getMeQueryOptions } from '@auspex/sdk/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import classes from './header.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'

interface SendSignalDialogProps {
  signalId: string
  title: string
  onClose: () => void
}

const maxRecipients = 50

/** The recipients, and a message. */
export const SendSignalDialog = ({ signalId, title, onClose }: SendSignalDialogProps) => {
  const client = useClient()
  const { data: me } = useQuery(getMeQueryOptions({ request: { client } }))
  const [to, setTo] = useState<string[]>([])
  const [message, setMessage] = useState('')
  const send = useMutation({
    mutationFn: () => sendSignalMessage({ id: signalId, to, message: message.trim() || null }, { client }),
  })
  const contacts = me?.contacts ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (to.length > 0) send.mutate()
  }
  const failure = send.error && describeFailure(send.error)
  return (
    <Modal opened onClose={onClose} title={`Send “${title}”`} closeButtonProps={{ 'aria-label': 'Close' }}>
      {send.data ? (
        <Stack gap={16} align="flex-start">
          <Box component="p" className={textStyles.soft} fz="text" lh={1.55} role="status">
            Sent to {send.data.to.map((person) => person.name ?? person.email ?? 'a colleague').join(', ')}. They find
            it in their inbox.
          </Box>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone, and this is the next step */}
          <Button onClick={onClose} autoFocus>
            Done
          </Button>
        </Stack>
      ) : me && contacts.length === 0 ? (
        <Box component="p" className={textStyles.soft} fz="text" lh={1.55}>
          You have no colleagues here yet. People of your own organization appear once they have signed in; until then,
          copy the link of the report.
        </Box>
      ) : (
        <form className={classes.sendForm} onSubmit={submit}>
          <MultiSelect
            label="To"
            placeholder={to.length === 0 ? 'A colleague' : undefined}
            data={contacts.map(({ id, name, email }) => ({ value: id, label: name ?? email ?? 'Without a name' }))}
            value={to}
            onChange={setTo}
            maxValues={maxRecipients}
            searchable
            openOnFocus={false}
            classNames={{ inputField: classes.sendField }}
            nothingFoundMessage="No matching colleagues"
            data-autofocus
          />
          <Textarea
            label="Message (optional)"
            placeholder="What should they look at?"
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
            maxLength={4000}
            rows={4}
          />
          <Failure failure={failure} />
          <Group gap="xs">
            <Button type="submit" loading={send.isPending} disabled={to.length === 0}>
              Send
            </Button>
            <CancelButton onClick={onClose} />
          </Group>
        </form>
      )}
    </Modal>
  )
}
