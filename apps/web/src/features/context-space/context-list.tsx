import { ActionIcon, Flex } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ContextPoint, ContextSpace } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatCount, formatTimes, formatPlural, formatRatio, formatTone } from '../../lib/numbers/format.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'
import { groupColour, groupNames } from './map-view.ts'
import { evidenceSearch } from './context-space.queries.ts'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import classes from './context-space.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

interface ContextListProps {
  space: ContextSpace
  onRemove: (point: ContextPoint) => void
}

/** The map as a table: the same contexts, figures and actions. */
export const ContextList = ({ space, onRemove }: ContextListProps) => {
  const columns = useMemo(() => columnsOf(space, onRemove), [space, onRemove])
  return (
    <DataTable
      caption={`Contexts of ${space.title}`}
      columns={columns}
      rows={space.contexts}
      rowKey={({ id }) => id}
      maxHeight={640}
    />
  )
}

const columnsOf = (
  space: ContextSpace,
  onRemove: (point: ContextPoint) => void,
): readonly TableColumn<ContextPoint>[] => {
  const names = groupNames(space.contexts)
  return [
    {
      key: 'label',
      title: 'Context',
      sortBy: ({ label }) => label,
      renderCell: ({ label, kind }) => (
        <>
          {label} {kind === 'entity' && <span className={textStyles.fine}>name</span>}
        </>
      ),
    },
    {
      key: 'association',
      title: 'Association',
      why: statisticsWords.association,
      numeric: true,
      sortBy: ({ association }) => association.value,
      renderCell: ({ association }) => (
        <span className={classes.measured}>
          {formatRatio(association.value)}{' '}
          <span className={textStyles.fine}>
            {formatTimes(association.low)}–{formatTimes(association.high)}
          </span>
        </span>
      ),
    },
    {
      key: 'stories',
      title: 'Pieces',
      numeric: true,
      sortBy: ({ stories }) => stories,
      renderCell: (point) => (
        <Link
          to="/signals/$signalId"
          params={{ signalId: space.signalId }}
          search={evidenceSearch(point)}
          preload={false}
          className={textStyles.link}
          aria-label={`Open the documents with ${point.label}: ${formatPlural(point.stories, 'piece')} of those read`}
        >
          {formatCount(point.stories)}
        </Link>
      ),
    },
    {
      key: 'tone',
      title: 'Mean tone',
      why: statisticsWords.meanTone,
      numeric: true,
      sortBy: ({ toneMean }) => toneMean,
      renderCell: ({ toneMean }) => <ValueOrUnknown value={toneMean} format={formatTone} />,
    },
    {
      key: 'group',
      title: 'Group',
      sortBy: ({ cluster }) => cluster,
      renderCell: ({ cluster }) => (
        <Flex component="span" display="inline-flex" gap={8} align="center">
          <span className={surfaces.swatch} style={{ background: groupColour(cluster) }} aria-hidden />
          {names.get(cluster)}
        </Flex>
      ),
    },
    {
      key: 'remove',
      title: 'Remove',
      renderCell: (point) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove ${point.label} from the map`}
          onClick={() => onRemove(point)}
        >
          <IconTrash size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
}
