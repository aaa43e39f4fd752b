import { Box, Button, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ColumnMenu, useColumns } from './column-menu.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorView } from './error-view.tsx'
import { type PagedColumn, type PagedSort, PagedTable } from './paged-table.tsx'
import { Pager } from './pager.tsx'
import { SearchBox } from './search-box.tsx'
import classes from './paged-table.module.css'

interface ServerListProps<Row> {
  /** The name of the table: "People". */
  caption: string
  columns: readonly PagedColumn<Row>[]
  rowKey: (row: Row) => string
  /** The placeholder of the search: "Name or email". Without it there is no search. */
  searchHint?: string
  /** Shown beside the search. */
  filters?: ReactNode
  /** The main action, at the end of that line. */
  action?: ReactNode
  /** Whether the address filters the list by more than the search text. */
  isFiltered: boolean
  onClear: () => void
  /** Shown if the list has no items at all: why, and what to do next. */
  empty: { readonly icon?: ReactNode; readonly title: string; readonly text: ReactNode; readonly action?: ReactNode }
  /** Undefined until the first page has loaded. */
  data: { readonly rows: readonly Row[]; readonly total: number; readonly offset: number } | undefined
  failure: { readonly message: string; readonly detail: string | undefined; readonly requestId: string | null } | null
  isBusy: boolean
  onRetry: () => void
  page: number
  perPage: number
  sizes: readonly number[]
  /** The current search text. */
  words: string | undefined
  onSearch: (words: string | undefined) => void
  onPage: (page: number) => void
  onSize: (size: number) => void
  sort?: PagedSort
  onSort?: (key: string) => void
  format: (value: number) => string
}

/** A list that the server searches, sorts and pages. `lib/lists/server-list.ts` derives most of its properties from a query and an address. */
export const ServerList = <Row,>(props: ServerListProps<Row>) => {
  const { caption, searchHint, filters, action, data, failure, words, onSearch, onRetry } = props
  const hideable = props.columns.slice(1).filter(({ isUntitled }) => isUntitled !== true)
  const { columns, hidden, setHidden } = useColumns(caption, props.columns)
  return (
    <Stack gap={14}>
      <div className={classes.bar}>
        <div className={classes.filters} role="search" aria-label={caption}>
          {searchHint !== undefined && (
            <SearchBox label="Search" placeholder={searchHint} value={words} onSearch={onSearch} />
          )}
          {filters}
        </div>
        <div className={classes.action}>
          {data !== undefined && data.total > 0 && (
            <ColumnMenu columns={hideable} hidden={hidden} setHidden={setHidden} />
          )}
          {action}
        </div>
      </div>
      {data === undefined ? (
        failure ? (
          <ErrorView {...failure} onRetry={onRetry} />
        ) : (
          <Stack gap={6} role="group" aria-busy="true" aria-label={`Loading ${caption.toLowerCase()}`}>
            {[0, 1, 2, 3, 4, 5, 6, 7].map((key) => (
              <Skeleton key={key} height={46} radius="md" />
            ))}
          </Stack>
        )
      ) : (
        <ListResult {...props} columns={columns} data={data} />
      )}
    </Stack>
  )
}

const ListResult = <Row,>(props: ServerListProps<Row> & { data: NonNullable<ServerListProps<Row>['data']> }) => {
  const { data, words, isFiltered, onClear, onPage, empty, format, perPage } = props
  const { total } = data
  if (total === 0 && !isFiltered && words === undefined) return <EmptyState {...empty} />
  if (total === 0)
    return (
      <EmptyState
        title="Nothing matches"
        text="Try other words or fewer filters."
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        }
      />
    )
  if (data.rows.length === 0)
    return (
      <EmptyState
        title="Page not found"
        text={`The list has ${format(Math.ceil(total / perPage))} pages now.`}
        action={
          <Button variant="default" onClick={() => onPage(1)}>
            Go to the first page
          </Button>
        }
      />
    )
  return <ListPage {...props} />
}

const ListPage = <Row,>(props: ServerListProps<Row> & { data: NonNullable<ServerListProps<Row>['data']> }) => {
  const { caption, columns, rowKey, data, failure, isBusy, onRetry, sort, onSort, ...pager } = props
  return (
    <>
      {failure && (
        <Box component="p" role="alert" className={classes.stale}>
          {failure.message}. You are seeing older data.{' '}
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Box>
      )}
      <PagedTable
        caption={caption}
        columns={columns}
        rows={data.rows}
        rowKey={rowKey}
        total={data.total}
        offset={data.offset}
        isBusy={isBusy}
        {...(sort && onSort && { sort, onSort })}
      />
      <Pager
        page={pager.page}
        perPage={pager.perPage}
        total={data.total}
        sizes={pager.sizes}
        format={pager.format}
        onPage={pager.onPage}
        onSize={pager.onSize}
      />
    </>
  )
}
