import { ActionIcon, Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import type { PublishedDocument } from '@auspex/sdk'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure, failureSentences } from '../../../lib/api/failure.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { useRoles } from '../../../lib/people/modules.ts'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import { useDeleteDocument, useLetDocumentBack } from '../signals.queries.ts'
import { headingOf } from './document-words.ts'

const maxShownTitle = 80
const maxReasonLength = 200

interface DocumentMenuProps {
  document: PublishedDocument
  /** Called once it is deleted. */
  onDeleted?: () => void
}

/** What an administrator can do with a document; nothing for other people. */
export const DocumentMenu = ({ document, onDeleted }: DocumentMenuProps) => {
  const isAdministrator = useRoles().includes('godmode')
  const [isOpen, setOpen] = useState(false)
  if (!isAdministrator) return null
  const name = document.title || document.outlet
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon size={24} aria-label={`More about ${name}`}>
            <IconDots size={15} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            Delete for everyone
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <DeleteDocumentDialog document={document} onDeleted={onDeleted} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DeleteDocumentDialogProps {
  document: PublishedDocument
  onDeleted: (() => void) | undefined
  onClose: () => void
}

const DeleteDocumentDialog = ({ document, onDeleted, onClose }: DeleteDocumentDialogProps) => {
  const client = useClient()
  const tell = useTell()
  const deletion = useDeleteDocument(client)
  const letDocumentBack = useLetDocumentBack(client)
  const [reason, setReason] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const title = headingOf(document).text
  const letBack = () => {
    letDocumentBack(document.id)
      .then(() => tell('The next search or import that finds the document stores it again.'))
      .catch((error: unknown) => tell(failureSentences(error)))
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (reason.trim() === '') return
    deletion.mutate(
      { documentId: document.id, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose()
          onDeleted?.()
          tell(`A document from ${document.outlet} was deleted. What quotes it is being corrected.`, [
            { label: 'Let it come back', run: letBack },
          ])
        },
      },
    )
  }
  const failure = deletion.error === null ? null : describeFailure(deletion.error)
  return (
    <Modal
      opened
      onClose={onClose}
      title="Delete this document for everyone?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <p className={textStyles.breakable}>
            “{title.length > maxShownTitle ? `${title.slice(0, maxShownTitle - 1)}…` : title}”, {document.outlet}
          </p>
          <ul className={`${textStyles.bullets} ${textStyles.soft}`} aria-label="What follows">
            <li>Everybody’s reports are measured without it.</li>
            <li>
              A note takes its place where it is quoted: in stories, on shared pages, and in answers, reports and
              messages.
            </li>
            <li>Files that contain it are withdrawn. Exported again, they come without it.</li>
            <li>Searches and imports leave it out until an administrator lets it come back.</li>
            <li>Copies of its text at other addresses stay.</li>
          </ul>
          <p className={textStyles.soft}>
            Quotations can’t be restored. Files that somebody downloaded already are out of reach.
          </p>
          <TextInput
            label="Reason"
            description="Other administrators see it, so don’t repeat what the document says."
            value={reason}
            maxLength={maxReasonLength}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={isSubmitted && reason.trim() === '' && 'Say why the document is deleted'}
            autoComplete="off"
            data-autofocus
          />
          <Failure failure={failure} />
          <Group gap="xs">
            <Button type="submit" color="red.9" loading={deletion.isPending}>
              Delete for everyone
            </Button>
            <CancelButton onClick={onClose} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
