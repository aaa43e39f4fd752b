import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, type Ref, useRef } from 'react'
import { scrolledRows } from './scrolled-rows.ts'
import classes from './data-table.module.css'
import ownClasses from './paged-table.module.css'
import surfaces from './surfaces.module.css'
import textStyles from './text-styles.module.css'

export interface PagedColumn<Row> {
  readonly key: string
  readonly title: string
  readonly renderCell: (row: Row) => ReactNode
  /** Numbers stand at the right. */
  readonly numeric?: boolean
  /** Words of any length, which wrap; what is short, as a day is, stays on one line. */
  readonly isText?: boolean
  /** Whether the server can sort by it. */
  readonly sortable?: boolean
  /** The title is said, not shown: a column of buttons. */
  readonly isUntitled?: boolean
}

export interface PagedSort {
  readonly key: string
  readonly descending: boolean
}

interface PagedTableProps<Row> {
  /** The name of the table. */
  caption: string
  columns: readonly PagedColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: PagedSort | null
  onSort?: (key: string) => void
  /** Rows before the first of this page. */
  offset?: number
  /** Rows of all pages. */
  total: number
  /** Another page is on its way. */
  isBusy?: boolean
}

/** More rows than these are drawn only where they can be seen. */
const mostDrawn = 60
const estimatedHeight = 57
/** Columns that a phone has room for; a table of more becomes a card for each row there. */
const widestOnPhone = 3

/**
 * One page of a list that the server sorts and cuts into pages. Up to 60 rows stand on the page as they are; a longer page scrolls inside
 * itself, and only the rows in view are drawn.
 */
export const PagedTable = <Row,>(props: PagedTableProps<Row>) => {
  const { caption, columns, rows, rowKey, sort = null, onSort, offset = 0, total, isBusy = false } = props
  const frame = useRef<HTMLElement>(null)
  const isLong = rows.length > mostDrawn
  // oxlint-disable-next-line react/incompatible-library -- it concerns the React compiler, which is not in use
  const virtualizer = useVirtualizer({
    count: isLong ? rows.length : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => estimatedHeight,
    ...scrolledRows,
    initialRect: { width: 1000, height: 800 },
  })
  const items = virtualizer.getVirtualItems()
  const shown = isLong ? items.map(({ index }) => index) : rows.map((_, index) => index)
  const before = isLong ? (items[0]?.start ?? 0) : 0
  const after = isLong ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  return (
    <section
      ref={frame}
      className={`${surfaces.panel} ${surfaces.fading} ${ownClasses.frame}`}
      data-long={isLong || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus
      tabIndex={0}
      aria-label={caption}
      aria-busy={isBusy}
    >
      <table
        className={`${classes.table} ${ownClasses.table}`}
        data-wide={columns.length > widestOnPhone}
        data-sortable={columns.some(({ sortable }) => sortable) || undefined}
        aria-rowcount={total + 1}
      >
        <caption className={textStyles.hidden}>{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} columns={columns.length} />}
          {shown.map((index) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  index={index}
                  place={offset + index + 2}
                  measure={isLong ? virtualizer.measureElement : undefined}
                />
              )
            )
          })}
          {after > 0 && <Gap height={after} columns={columns.length} />}
        </tbody>
      </table>
    </section>
  )
}

interface TableRowProps<Row> {
  row: Row
  columns: readonly PagedColumn<Row>[]
  index: number
  /** In the whole list, with the header. */
  place: number
  measure: Ref<HTMLTableRowElement> | undefined
}

const DrawnRow = <Row,>({ row, columns, index, place, measure }: TableRowProps<Row>) => (
  <tr ref={measure} data-index={index} aria-rowindex={place}>
    {columns.map((column, at) =>
      at === 0 ? (
        <th key={column.key} scope="row">
          {column.renderCell(row)}
        </th>
      ) : (
        <td
          key={column.key}
          data-numeric={column.numeric}
          data-text={column.isText}
          data-title={column.isUntitled ? '' : column.title}
        >
          {column.renderCell(row)}
        </td>
      ),
    )}
  </tr>
)
/** Not drawn again for other rows that are scrolled into view. */
const TableRow = memo(DrawnRow) as typeof DrawnRow // memo forgets that it is generic

interface HeaderCellProps<Row> {
  column: PagedColumn<Row>
  sort: PagedSort | null
  onSort: ((key: string) => void) | undefined
}

const HeaderCell = <Row,>({ column, sort, onSort }: HeaderCellProps<Row>) => {
  const isSorted = sort?.key === column.key
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-numeric={column.numeric}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable && onSort ? (
        <button type="button" onClick={() => onSort(column.key)}>
          {column.title}
          {isSorted && <Arrow size={13} stroke={2} aria-hidden />}
        </button>
      ) : column.isUntitled ? (
        <span className={textStyles.hidden}>{column.title}</span>
      ) : (
        column.title
      )}
    </th>
  )
}

/** Rows that are not drawn. */
const Gap = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden className={ownClasses.gap}>
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty, and hidden from those who would hear it */}
    <td colSpan={columns} style={{ height }} />
  </tr>
)
