import type { PortfolioTrend } from '@auspex/sdk'
import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, type RefObject, useEffect, useState } from 'react'
import { statisticsWords } from '../../../lib/numbers/figures.ts'
import { useStableCallback, type Selection } from './use-trend-actions.ts'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { Why } from '../../../ui/values.tsx'
import type { PortfolioSearch, TrendSort } from '../portfolios.search.ts'
import type { TrendMenuActions } from './trend-menu.tsx'
import { TrendRow } from './trend-row.tsx'
import { isDescending, moveId } from './trends.model.ts'
import classes from './trends.module.css'
import layout from '../../../ui/layout.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** How many frames to wait for a moved row. */
const maxFrames = 120

/** Rows that are dragged by a handle, or moved with keys: the handle keeps the focus, and the new position is announced. */
const useMoving = ({ trends, body, onReorder }: MovingOptions) => {
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null)
  const [targetIndex, setTargetIndex] = useState<number | null>(null)
  const [moved, setMoved] = useState<{ id: string; to: number; announcement: string } | null>(null)

  const moveTo = useStableCallback((from: number, to: number) => {
    const trend = trends[from]
    if (onReorder === null || trend === undefined || from === to) return
    onReorder(
      moveId(
        trends.map(({ id }) => id),
        from,
        to,
      ),
    )
    setMoved({ id: trend.id, to, announcement: `${trend.title} is number ${to + 1} of ${trends.length}.` })
  })
  const dropAt = useStableCallback((to: number) => {
    if (draggedIndex !== null) moveTo(draggedIndex, to)
    setDraggedIndex(null)
    setTargetIndex(null)
  })
  const dropSideOf = (index: number): 'above' | 'below' | undefined => {
    if (draggedIndex === null || targetIndex !== index || draggedIndex === index) return undefined
    return draggedIndex < index ? 'below' : 'above'
  }
  useEffect(() => {
    if (moved === null) return undefined
    const find = () => body.current?.querySelector<HTMLElement>(`[data-handle="${moved.id}"]`)
    const handle = find()
    handle?.focus()
    if (handle) return undefined
    // in a long list the new position is not rendered until it is in view, which takes a busy browser several frames
    body.current?.scrollIntoView({ block: moved.to === 0 ? 'start' : 'end' })
    let tries = maxFrames
    let frame = 0
    const seek = () => {
      const renderedHandle = find()
      if (renderedHandle) renderedHandle.focus()
      else if (tries-- > 0) frame = requestAnimationFrame(seek)
    }
    frame = requestAnimationFrame(seek)
    return () => cancelAnimationFrame(frame)
  }, [moved, body])

  return {
    draggedIndex,
    dropSideOf,
    announcement: moved?.announcement ?? '',
    onMoveTo: moveTo,
    onGrab: setDraggedIndex,
    onDragOver: setTargetIndex,
    onDropAt: dropAt,
  }
}

interface TrendTableProps extends TrendMenuActions {
  trends: readonly PortfolioTrend[]
  search: PortfolioSearch
  /** The keys of the columns that the person has hidden. */
  hidden: readonly string[]
  selection: Selection
  isMeasuring: boolean
  onSort: (sort: TrendSort) => void
  /** Changes the custom order; null while another order, or only some of the trends, are shown. */
  onReorder: ((ids: readonly string[]) => void) | null
}

interface Column {
  readonly key: string
  readonly title: string
  readonly sort?: TrendSort
  readonly why?: string
}

/** The columns besides the name; each can be hidden. */
export const trendColumns: readonly Column[] = [
  {
    key: 'level',
    title: 'Level',
    sort: 'level',
    why: 'Documents a day: the average of the covered days in the last week, and the number on the last one.',
  },
  {
    key: 'growth',
    title: 'Growth',
    sort: 'growth',
    why: `The last period compared with the one before. 1 means no growth. ${statisticsWords.interval}`,
  },
  { key: 'stage', title: 'Stage', sort: 'stage' },
  {
    key: 'tone',
    title: 'Tone',
    sort: 'tone',
    why: 'Average tone of its documents, from −1 to +1, with a 95% interval. “Mixed” means that the interval includes 0.',
  },
  { key: 'days', title: '60 days' },
  { key: 'event', title: 'Latest event', sort: 'event' },
]

const rowHeight = 65

/** The trends of a portfolio; of a long list only the visible rows are in the page. */
export const TrendTable = ({
  trends,
  search,
  hidden,
  selection,
  isMeasuring,
  onSort,
  onReorder,
  ...actions
}: TrendTableProps) => {
  const { body, indices, before, after, measure } = useVirtualRows<HTMLTableSectionElement>(trends.length, rowHeight)
  const { draggedIndex, dropSideOf, announcement, ...moving } = useMoving({ trends, body, onReorder })
  const sortStably = useStableCallback(onSort)
  return (
    <div className={`${surfaces.panel} ${classes.frame}`} data-ordered={onReorder !== null}>
      <table className={classes.table} aria-rowcount={trends.length + 1}>
        <caption className={textStyles.hidden}>Trends</caption>
        <TableHead search={search} hidden={hidden} onSort={sortStably} selection={selection} count={trends.length} />
        <tbody ref={body}>
          {before > 0 && <Gap height={before} />}
          {indices.map((index) => {
            const trend = trends[index]
            return (
              trend && (
                <TrendRow
                  key={trend.id}
                  trend={trend}
                  index={index}
                  hidden={hidden}
                  isChosen={selection.ids.has(trend.id)}
                  isMeasuring={isMeasuring}
                  onToggle={selection.toggle}
                  measure={measure}
                  count={onReorder === null ? null : trends.length}
                  isDragged={draggedIndex === index}
                  dropSide={dropSideOf(index)}
                  {...moving}
                  {...actions}
                />
              )
            )
          })}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
      <span className={textStyles.hidden} role="status">
        {announcement}
      </span>
    </div>
  )
}

const Gap = ({ height }: { height: number }) => <tr aria-hidden className={classes.gap} style={{ height }} />

interface TableHeadProps {
  search: TrendTableProps['search']
  hidden: TrendTableProps['hidden']
  selection: TrendTableProps['selection']
  onSort: TrendTableProps['onSort']
  count: number
}

/** A separate component, so that it is not rendered again for every row that scrolls into view. */
const TableHead = memo(({ search, hidden, selection, count, onSort }: TableHeadProps) => {
  const isAll = selection.ids.size === count && count > 0
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td className={classes.box}>
          <Checkbox
            size="sm"
            aria-label="Select all"
            checked={isAll}
            indeterminate={!isAll && selection.ids.size > 0}
            onChange={() => selection.setAll(!isAll)}
          />
        </td>
        <Header title="Trend" sort="title" search={search} onSort={onSort} />
        {trendColumns.map(
          ({ key, ...column }) =>
            !hidden.includes(key) && <Header key={key} {...column} search={search} onSort={onSort} />,
        )}
        <th scope="col">
          <span className={textStyles.hidden}>More</span>
        </th>
      </tr>
    </thead>
  )
})

interface HeaderProps extends Omit<Column, 'key'> {
  search: PortfolioSearch
  onSort: (sort: TrendSort) => void
}

const Header = ({ title, sort, why, search, onSort }: HeaderProps) => {
  const isSorted = sort !== undefined && search.sort === sort
  const descends = isDescending(search)
  const Arrow = descends ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={isSorted ? (descends ? 'descending' : 'ascending') : undefined}>
      {sort === undefined ? (
        title
      ) : (
        <button type="button" className={layout.inline} onClick={() => onSort(sort)}>
          {title}
          {isSorted && <Arrow size={13} stroke={2} aria-hidden />}
        </button>
      )}
      {why && <Why label={`${title}:`} text={why} />}
    </th>
  )
}

interface MovingOptions {
  trends: readonly PortfolioTrend[]
  body: RefObject<HTMLTableSectionElement | null>
  onReorder: ((ids: readonly string[]) => void) | null
}
