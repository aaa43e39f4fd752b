import type { Import, ImportDeletion } from '@auspex/sdk'
import { Skeleton, Button, Group, Modal, Progress, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure, failureSentences } from '../../lib/api/failure.ts'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant } from '../../lib/time/format.ts'
import { useModules, useRoles } from '../../lib/people/modules.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { PagedTable, type PagedColumn } from '../../ui/paged-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Section } from '../../ui/page.tsx'
import { importDeletionOptions, importsOptions, useDeleteImport } from './sources.queries.ts'
import textStyles from '../../ui/text-styles.module.css'
import { useTell } from '../../lib/dialogs/notices.tsx'

/** Asks for confirmation before the documents of a file are deleted, and shows the progress: a million take minutes. */
const ImportDeletionDialog = ({ file, onClose }: ImportDeletionDialogProps) => {
  const client = useClient()
  const tell = useTell()
  const removal = useDeleteImport(client, file.id)
  const { data, error } = useQuery(importDeletionOptions(client, file.id))
  const failure = removal.error ?? error
  const isKnown = data !== undefined && data.documents !== null
  const remove = (totalCount: number) =>
    removal.mutate(totalCount, {
      onSuccess: ({ documents, kept }) => {
        onClose()
        tell(
          `${file.name} was deleted: ${documents ? formatPlural(documents, 'document') : 'no document'} left the library${
            kept > 0 ? `, ${formatCount(kept)} ${kept === 1 ? 'stays' : 'stay'} with another import` : ''
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
        ) : (
          <DeletionPreview preview={data} hasFailed={error !== null} />
        )}
        {failure && (
          <p className={textStyles.fault} role="alert">
            {failureSentences(failure)}{' '}
            {removal.error && 'What is already deleted stays deleted. Delete it again to continue.'}
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

const DeletionPreview = ({ preview, hasFailed }: { preview: ImportDeletion | undefined; hasFailed: boolean }) => {
  if (preview === undefined)
    return !hasFailed && <Skeleton height={60} radius="md" aria-label="Counting what would be deleted" />
  const { documents, kept } = preview
  if (documents === null)
    return (
      <p className={textStyles.soft}>
        An older version imported this file without recording which documents came from it, so it can’t be deleted.
      </p>
    )
  return <DeletionCounts documents={documents} kept={kept} />
}

const DeletionCounts = ({ documents, kept }: { documents: number; kept: number }) => (
  <Stack gap={10} className={textStyles.soft}>
    {documents === 0 ? (
      <p>
        No documents leave the library, because none came from this file alone. Only its entry in this list is deleted.
      </p>
    ) : (
      <p>
        {formatPlural(documents, 'document')} {documents === 1 ? 'leaves' : 'leave'} the library, with every count,
        quote and measure that came from {documents === 1 ? 'it' : 'them'}. Reports are measured again when they are
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
  const { data } = useQuery({ ...importDeletionOptions(useClient(), file.id), refetchInterval: 1000 })
  const deletedCount = Math.max(0, total - (data?.documents ?? total))
  return (
    <Stack gap={8}>
      <p className={textStyles.tabular} role="status">
        {formatCount(deletedCount)} of {formatPlural(total, 'document')} deleted
      </p>
      <Progress value={total === 0 ? 100 : (100 * deletedCount) / total} aria-label="Documents deleted" />
      <p className={textStyles.note}>
        Stay on this page until it is done. If it is interrupted, delete the import again to continue where it stopped.
      </p>
    </Stack>
  )
}

/** The columns of the list of imported files. */
const importColumns = (onDelete: (file: Import) => void): readonly PagedColumn<Import>[] => [
  { key: 'name', title: 'File', renderCell: ({ name }) => <span className={textStyles.breakable}>{name}</span> },
  { key: 'stored', title: 'New documents', numeric: true, renderCell: ({ stored }) => formatCount(stored) },
  { key: 'known', title: 'Already known', numeric: true, renderCell: ({ duplicates }) => formatCount(duplicates) },
  {
    key: 'rejected',
    title: 'Rejected lines',
    numeric: true,
    renderCell: ({ rejected, note }) => <span title={note ?? undefined}>{formatCount(rejected)}</span>,
  },
  {
    key: 'state',
    title: 'Imported',
    renderCell: ({ state, failure, finishedAt, resumeLine }) =>
      state === 'completed' && finishedAt !== null ? (
        formatInstant(finishedAt)
      ) : (
        <span title={failure ?? undefined}>
          {state === 'failed' ? 'Failed' : 'Not finished'}, at line {formatCount(resumeLine)}
        </span>
      ),
  },
  {
    key: 'actions',
    title: 'Actions',
    isUntitled: true,
    numeric: true,
    renderCell: (file) => (
      <Button size="compact-sm" variant="default" aria-label={`Delete ${file.name}…`} onClick={() => onDelete(file)}>
        Delete…
      </Button>
    ),
  },
]

const smallestPage = 20
const sizes = [smallestPage, 50, 100]

/** The files whose documents are in the library, for people who may import: the result of each, and a way to delete it. */
export const ImportsSection = () => {
  const [opened, setOpened] = useState<Import | null>(null)
  const roles = useRoles()
  const isOn = useModules()('imports')
  const mayImport = isOn && roles.some((role) => role === 'importer' || role === 'godmode')
  return (
    mayImport && (
      <Section
        id="imports"
        title="Imported files"
        hint="Each file, and how many documents came from it. Deleting a file removes its documents from the library for everyone on this installation."
      >
        <ImportList onDelete={setOpened} />
        {opened && <ImportDeletionDialog file={opened} onClose={() => setOpened(null)} />}
      </Section>
    )
  )
}

const ImportList = ({ onDelete }: { onDelete: (file: Import) => void }) => {
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(smallestPage)
  const { data, error, isFetching, refetch } = useQuery(importsOptions(useClient(), { page, perPage }))
  if (data === undefined)
    return error ? (
      <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={84} radius="md" aria-label="Loading imported files" />
    )
  const { total } = data.page
  if (total === 0)
    return (
      <p className={textStyles.note}>
        No file has been imported yet. On the server, <code className={textStyles.code}>npm run import -- FILE</code>{' '}
        adds the documents of a file.
      </p>
    )
  // the only file of the last page was deleted
  const lastPage = Math.ceil(total / perPage)
  if (page > lastPage) setPage(lastPage)
  return (
    <>
      <PagedTable
        caption="Imported files"
        columns={importColumns(onDelete)}
        rows={data.items}
        rowKey={({ id }) => id}
        total={total}
        offset={(page - 1) * perPage}
        isBusy={isFetching}
      />
      {total > smallestPage && (
        <Pager
          page={page}
          perPage={perPage}
          total={total}
          sizes={sizes}
          format={formatCount}
          onPage={setPage}
          onSize={(size) => {
            setPerPage(size)
            setPage(1)
          }}
        />
      )}
    </>
  )
}

interface ImportDeletionDialogProps {
  file: Import
  onClose: () => void
}
