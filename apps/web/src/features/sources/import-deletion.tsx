import type { Import } from '@auspex/sdk'
import { Button, Group, Modal, Progress, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatCount, formatPlural } from '../../lib/format.ts'
import { useTell } from '../../lib/notices.tsx'
import { importDeletionOptions, useDeleteImport } from './sources.queries.ts'
import textStyles from '../../ui/text-styles.module.css'

interface ImportDeletionProps {
  file: Import
  onClose: () => void
}

/** Asks before the documents of a file leave the library, and shows how far it is: a million take minutes. */
export const ImportDeletion = ({ file, onClose }: ImportDeletionProps) => {
  const client = useClient()
  const tell = useTell()
  const removal = useDeleteImport(client, file.importId)
  const { data, error } = useQuery(importDeletionOptions(client, file.importId))
  const failure = removal.error ?? error
  const isKnown = data !== undefined && data.documents !== null
  const remove = (counted: number) =>
    removal.mutate(counted, {
      onSuccess: ({ documents, kept }) => {
        onClose()
        tell(
          `${file.name} was deleted: ${documents ? formatPlural(documents, 'document') : 'no document'} left the library${
            kept > 0 ? `, ${formatCount(kept)} stay with another import` : ''
          }.`,
        )
      },
    })
  return (
    <Modal
      opened
      onClose={() => !removal.isPending && onClose()}
      title={`Delete ${file.name}?`}
      closeButtonProps={{ 'aria-label': 'Close', disabled: removal.isPending }}
    >
      <Stack gap={16}>
        {removal.isPending ? (
          <DeletionProgress file={file} total={removal.variables} />
        ) : data === undefined ? (
          !error && <Skeleton height={60} radius="md" aria-label="Counting what would go" />
        ) : data.documents === null ? (
          <p className={textStyles.soft}>
            An older version imported this file and did not record which documents came from it, so it cannot be
            deleted.
          </p>
        ) : (
          <WhatGoes documents={data.documents} kept={data.kept} />
        )}
        {failure && (
          <p className={textStyles.fault} role="alert">
            {describeFailure(failure).message}. {describeFailure(failure).detail}{' '}
            {removal.error && 'What is deleted already stays deleted; delete it again to go on.'}
          </p>
        )}
        {!removal.isPending && (
          <Group gap="xs">
            {isKnown && (
              <Button color="red.9" onClick={() => remove(data.documents ?? 0)}>
                {data.documents ? `Delete ${formatPlural(data.documents, 'document')}` : 'Delete the entry'}
              </Button>
            )}
            <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
              {isKnown ? 'Cancel' : 'Close'}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

const WhatGoes = ({ documents, kept }: { documents: number; kept: number }) => (
  <Stack gap={10} className={textStyles.soft}>
    {documents === 0 ? (
      <p>No document leaves the library: none came from this file alone. Only its entry in this list is deleted.</p>
    ) : (
      <p>
        {formatPlural(documents, 'document')} {documents === 1 ? 'leaves' : 'leave'} the library, with every count,
        quote and measure that came from {documents === 1 ? 'it' : 'them'}. Reports are measured anew when they are
        opened.
      </p>
    )}
    {kept > 0 && (
      <p>
        {formatPlural(kept, 'document')} {kept === 1 ? 'stays' : 'stay'}, because another import has{' '}
        {kept === 1 ? 'it' : 'them'} too.
      </p>
    )}
    {documents > 0 && <p>To bring the documents back, import the file again.</p>}
  </Stack>
)

const DeletionProgress = ({ file, total }: { file: Import; total: number }) => {
  const { data } = useQuery({ ...importDeletionOptions(useClient(), file.importId), refetchInterval: 1000 })
  const done = Math.max(0, total - (data?.documents ?? total))
  return (
    <Stack gap={8}>
      <p className={textStyles.tabular} role="status">
        {formatCount(done)} of {formatPlural(total, 'document')} deleted
      </p>
      <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label="Documents deleted" />
      <p className={textStyles.note}>
        Stay on this page until it is done. If it is cut off, delete the import again: it goes on where it stopped.
      </p>
    </Stack>
  )
}
