import type { ProjectSource } from '@auspex/sdk'
import { formatCount, formatDay, formatInstant, formatPlural, formatSince } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { statusWords } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { useMemo } from 'react'
import textStyles from '../../../ui/text-styles.module.css'

/** Whether the sources of the signals still answer. */
export const SourceHealth = ({ sources }: { sources: readonly ProjectSource[] }) => {
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  if (sources.length === 0)
    return (
      <Card>
        <p className={textStyles.text}>No source has documents of these signals yet.</p>
      </Card>
    )
  return <DataTable caption="Sources of the project" columns={columns} rows={sources} rowKey={({ source }) => source} />
}

const columnsAt = (now: number): readonly TableColumn<ProjectSource>[] => [
  { key: 'source', title: 'Source', renderCell: ({ label }) => label, sortBy: ({ label }) => label },
  {
    key: 'status',
    title: 'Last answer',
    renderCell: ({ status, reason, failing }) =>
      status === null ? (
        <span className={textStyles.quiet}>not asked</span>
      ) : (
        <span
          className={`${textStyles.state} ${textStyles.nowrap}`}
          data-state={statusWords[status].state}
          title={reason ?? statusWords[status].meaning}
        >
          {statusWords[status].label}
          {failing > 0 && ` for ${formatPlural(failing, 'signal')}`}
        </span>
      ),
    sortBy: ({ status }) => status,
  },
  {
    key: 'at',
    title: 'Asked',
    renderCell: ({ at }) =>
      at === null ? (
        <span className={textStyles.quiet}>never</span>
      ) : (
        <span title={formatInstant(at)}>{formatSince(at, now)}</span>
      ),
    sortBy: ({ at }) => at,
  },
  {
    key: 'signals',
    title: 'Signals',
    numeric: true,
    renderCell: ({ signals }) => formatCount(signals),
    sortBy: ({ signals }) => signals,
  },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    why: 'Added up over the signals: one that matches two counts twice.',
    renderCell: ({ documents }) => formatCount(documents),
    sortBy: ({ documents }) => documents,
  },
  {
    key: 'lastDay',
    title: 'Newest document',
    numeric: true,
    renderCell: ({ lastDay }) =>
      lastDay === null ? <span className={textStyles.quiet}>none</span> : formatDay(lastDay),
    sortBy: ({ lastDay }) => lastDay,
  },
]
