import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react'
import { ValueOrUnknown, Why } from './values.tsx'
import classes from './data-table.module.css'
import layout from './layout.module.css'
import surfaces from './surfaces.module.css'
import textStyles from './text-styles.module.css'

export interface TableColumn<Row> {
  readonly key: string
  readonly title: string
  readonly renderCell: (row: Row) => ReactNode
  /** An explanation of the title if it is a term of statistics, shown behind a "?". */
  readonly why?: string
  /** Numbers are right-aligned. */
  readonly numeric?: boolean
  /** The sort key of the column; without it the column is not sortable. Null sorts last in either direction. */
  readonly sortBy?: (row: Row) => number | string | null
}

export interface Figure<Row> {
  readonly key: string
  readonly title: string
  readonly valueOf: (row: Row) => number | null
  readonly format: (value: number) => string
}

/** A column of numbers, some of which may be unknown. */
export const figureColumn = <Row,>({ key, title, valueOf, format }: Figure<Row>): TableColumn<Row> => ({
  key,
  title,
  numeric: true,
  sortBy: valueOf,
  renderCell: (row) => <ValueOrUnknown value={valueOf(row)} format={format} />,
})

interface DataTableProps<Row> {
  /** The name of the table. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  maxHeight?: number
}

interface Sort {
  readonly key: string
  readonly descending: boolean
}

/** The maximum number of columns on a phone; rows of a wider table become cards there. */
export const maxColumnsOnPhone = 3

/** A table sortable by its headers. It scrolls inside itself, with the headers kept in view. On a phone the rows of a wide one become cards. */
export const DataTable = <Row,>({ caption, columns, rows, rowKey, maxHeight = 404 }: DataTableProps<Row>) => {
  const [sort, setSort] = useState<Sort | null>(null)
  const sorted = useMemo(() => {
    const sortBy = columns.find((column) => column.key === sort?.key)?.sortBy
    return sortBy ? rows.toSorted((a, b) => compare(sortBy(a), sortBy(b), sort?.descending ?? false)) : rows
  }, [columns, rows, sort])
  // The first press on a number column sorts descending, because people look for the largest; the format of the cell does not matter.
  const toggle = ({ key, sortBy }: TableColumn<Row>) =>
    setSort((before) => ({
      key,
      descending: before?.key === key ? !before.descending : rows.some((row) => typeof sortBy?.(row) === 'number'),
    }))
  return (
    <section
      className={`${surfaces.panel} ${classes.frame}`}
      style={{ '--most': `${maxHeight}px` } as CSSProperties}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
      tabIndex={0}
      aria-label={caption}
    >
      <table className={classes.table} data-wide={columns.length > maxColumnsOnPhone}>
        <caption className={textStyles.hidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const isSorted = sort?.key === column.key
              const Arrow = sort?.descending ? IconArrowDown : IconArrowUp
              return (
                <th
                  key={column.key}
                  scope="col"
                  data-numeric={column.numeric}
                  aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
                >
                  {column.sortBy ? (
                    <button type="button" className={layout.inline} onClick={() => toggle(column)}>
                      {column.title}
                      {isSorted && <Arrow size={13} stroke={2} aria-hidden />}
                    </button>
                  ) : (
                    column.title
                  )}
                  {column.why && <Why label={`${column.title}:`} text={column.why} />}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row" data-numeric={column.numeric}>
                    {column.renderCell(row)}
                  </th>
                ) : (
                  <td key={column.key} data-numeric={column.numeric} data-title={column.title}>
                    {column.renderCell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const compare = (a: number | string | null, b: number | string | null, descending: boolean): number => {
  if (a === b) return 0
  // unknown values come last in either direction
  if (a === null) return 1
  if (b === null) return -1
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en')
  return descending ? -order : order
}
