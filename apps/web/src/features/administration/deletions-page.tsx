import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { type DeletedDocument, updateDeletedDocument } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { toListPage, toFiltered } from '../../lib/lists/list-search.ts'
import { toServerList } from '../../lib/lists/server-list.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { deletedDocumentsOptions } from './administration.queries.ts'
import { type Change, useChange } from './changes.tsx'

const route = getRouteApi('/admin/deletions')

/** Documents that were deleted, and whether they may come back. */
export const DeletionsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const now = useNow()
  const tell = useTell()
  const change = useChange<unknown>()
  const query = useQuery(deletedDocumentsOptions(useClient(), toListPage(search)))
  const block = (document: DeletedDocument) =>
    change.mutate(toChange(document, !document.isBlocked), {
      onError: (error) => tell(failureSentences(error)),
    })
  return (
    <ServerList
      {...toServerList({
        // polls while quotations are being removed, which must not fade the list
        query: { ...query, isFetching: query.isPlaceholderData },
        search,
        onChange: (next) => void navigate({ to: '/admin/deletions', ...toFiltered(search, next) }),
      })}
      caption="Deleted documents"
      columns={columnsOf(now, block, change.isPending)}
      rowKey={({ documentId }) => documentId}
      isFiltered={false}
      onClear={() => undefined}
      empty={{
        icon: <IconFileOff size={22} aria-hidden />,
        title: 'No deleted documents',
        text: 'Documents that their source deletes are listed here, and those that administrators delete. To delete one, open it in a signal’s documents and choose “Delete for everyone” in its menu.',
      }}
    />
  )
}

const toChange = (document: DeletedDocument, isBlocked: boolean): Change<unknown> => ({
  run: (client) => updateDeletedDocument(document.documentId, { isBlocked }, { client }),
  toNotice: () =>
    isBlocked
      ? `Searches and imports leave ${document.documentId} out from now on.`
      : `The next search or import that finds ${document.documentId} stores it again.`,
  undo: () => toChange(document, !isBlocked),
})

const columnsOf = (
  now: number,
  onBlock: (document: DeletedDocument) => void,
  isPending: boolean,
): readonly PagedColumn<DeletedDocument>[] => [
  { key: 'document', title: 'Document', renderCell: ({ documentId }) => <code>{documentId}</code> },
  {
    key: 'way',
    isText: true,
    title: 'Deleted',
    renderCell: ({ way, deletedAt }) => (
      <span>
        {way === 'source' ? 'At its source' : 'Here'},{' '}
        <time dateTime={deletedAt} title={formatInstant(deletedAt)}>
          {formatSince(deletedAt, now)}
        </time>
      </span>
    ),
  },
  {
    key: 'reason',
    isText: true,
    title: 'Reason',
    renderCell: ({ reason }) =>
      reason === null ? (
        <span className={textStyles.quiet}>–</span>
      ) : (
        <span className={textStyles.breakable}>{reason}</span>
      ),
  },
  {
    key: 'quotations',
    isText: true,
    title: 'Quotations',
    renderCell: ({ isErased }) => (
      <span className={textStyles.state} data-state={isErased ? 'good' : 'waiting'}>
        {isErased ? 'Removed' : 'Being removed'}
      </span>
    ),
  },
  {
    key: 'back',
    isText: true,
    title: 'When it is found again',
    renderCell: ({ isBlocked }) => (isBlocked ? 'Left out' : 'Stored again'),
  },
  {
    key: 'actions',
    title: 'Actions',
    isUntitled: true,
    numeric: true,
    renderCell: (document) => (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        disabled={isPending}
        aria-label={`${document.isBlocked ? 'Let' : 'Block'} ${document.documentId}${document.isBlocked ? ' come back' : ''}`}
        onClick={() => onBlock(document)}
      >
        {document.isBlocked ? 'Let it come back' : 'Block'}
      </Button>
    ),
  },
]
