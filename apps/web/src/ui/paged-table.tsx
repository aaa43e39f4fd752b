import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, type Ref, useRef } from 'react'
import { maxColumnsOnPhone } from './data-table.tsx'
import { scrolledRows } from './use-virtual-rows.ts'
import tableClasses from './data-table.module.css'
import pagedClasses from './paged-table.module.css'
import surfaces from './surfaces.module.css'
import textStyles from './text-styles.module.css'

export interface PagedColumn<Row> {
  readonly key: string
  readonly title: string
  readonly renderCell: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  readonly numeric?: boolean
  /** Text of any length, which wraps; short values, such as a date, stay on one line. */
  readonly isText?: boolean
  /** Whether the server can sort by it. */
  readonly sortable?: boolean
  /** The title is visually hidden, as for a column of buttons. */
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
  /** How many rows precede this page. */
  offset?: number
  /** The number of rows on all pages. */
  total: number
  /** Another page is loading. */
  isBusy?: boolean
}

/** Tables with more rows are virtualized. */
const maxRowsInFull = 60
const estimatedHeight = 57

/**
 * One page of a list that the server sorts and pages. Up to 60 rows are rendered in full; a longer page scrolls inside itself,
 * and only the visible rows are rendered.
 */
export const PagedTable = <Row,>(props: PagedTableProps<Row>) => {
  const { caption, columns, rows, rowKey, sort = null, onSort, offset = 0, total, isBusy = false } = props
  const frame = useRef<HTMLElement>(null)
  const isLong = rows.length > maxRowsInFull
  // oxlint-disable-next-line react/incompatible-library -- concerns the React compiler, which is not used
  const virtualizer = useVirtualizer({
    count: isLong ? rows.length : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => estimatedHeight,
    ...scrolledRows,
    initialRect: { width: 1000, height: 800 },
  })
  const items = virtualizer.getVirtualItems()
  const renderedIndexes = isLong ? items.map(({ index }) => index) : rows.map((_, index) => index)
  const before = isLong ? (items[0]?.start ?? 0) : 0
  const after = isLong ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  return (
    <section
      ref={frame}
      className={`${surfaces.panel} ${surfaces.fading} ${pagedClasses.frame}`}
      data-long={isLong || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
      tabIndex={0}
      aria-label={caption}
      aria-busy={isBusy}
    >
      <table
        className={`${tableClasses.table} ${pagedClasses.table}`}
        data-wide={columns.length > maxColumnsOnPhone}
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
          {renderedIndexes.map((index) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  index={index}
                  rowNumber={offset + index + 2}
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
  /** In the whole list, from 1 for the header. */
  rowNumber: number
  measure: Ref<HTMLTableRowElement> | undefined
}

const PlainTableRow = <Row,>({ row, columns, index, rowNumber, measure }: TableRowProps<Row>) => (
  <tr ref={measure} data-index={index} aria-rowindex={rowNumber}>
    {columns.map((column, columnIndex) =>
      columnIndex === 0 ? (
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
/** Not rendered again when other rows scroll into view. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow // memo loses the generic type

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

/** The space of rows that are not rendered. */
const Gap = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden className={pagedClasses.gap}>
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty, and hidden from screen readers */}
    <td colSpan={columns} style={{ height }} />
  </tr>
)
