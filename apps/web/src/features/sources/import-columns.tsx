import type { Import } from '@auspex/sdk'
import { Button } from '@mantine/core'
import { formatCount, formatInstant } from '../../lib/format.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import textStyles from '../../ui/text-styles.module.css'

/** What a row says of an imported file. */
export const importColumns = (onDelete: (file: Import) => void): readonly PagedColumn<Import>[] => [
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
