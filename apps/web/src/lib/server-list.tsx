import { Box, Button, Skeleton, Stack } from '@mantine/core'
import type { PageInfo } from '@auspex/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorView } from '../ui/error-view.tsx'
import { type PagedColumn, PagedTable } from '../ui/paged-table.tsx'
import { Pager } from '../ui/pager.tsx'
import { describeFailure } from './failure.ts'
import { formatCount } from './format.ts'
import { type ListSearch, type ListSort, nextSort, pageSizes, toListPage } from './list-search.ts'
import { SearchBox } from './search-box.tsx'
import classes from './server-list.module.css'

export interface ListData<Row> {
  readonly items: readonly Row[]
  readonly page: PageInfo
}

/** Changes of the address; another filter begins at the first page. */
export type SetList<Search extends ListSearch> = (change: Partial<Search>) => void

interface ServerListProps<Row> {
  /** The name of the table: "People". */
  caption: string
  query: Pick<UseQueryResult<ListData<Row>>, 'data' | 'error' | 'refetch' | 'isFetching'>
  columns: readonly PagedColumn<Row>[]
  rowKey: (row: Row) => string
  search: ListSearch
  onChange: (change: ListSearch) => void
  sort?: ListSort<string>
  /** What is searched: "Name or e-mail". Nothing can be searched without. */
  searchHint?: string
  /** Beside the search. */
  filters?: ReactNode
  /** What can be begun here, at the end of that line. */
  action?: ReactNode
  /** Whether the address narrows the list by more than words. */
  isFiltered: boolean
  onClear: () => void
  /** There is nothing at all: why, and what to do next. */
  empty: { readonly icon?: ReactNode; readonly title: string; readonly text: ReactNode; readonly action?: ReactNode }
}

/** A list that the server searches, sorts and cuts into pages; all of that is in the address. */
export const ServerList = <Row,>(props: ServerListProps<Row>) => {
  const { caption, query, search, searchHint, filters, action, onChange } = props
  return (
    <Stack gap={14}>
      <div className={classes.bar}>
        <div className={classes.filters} role="search" aria-label={caption}>
          {searchHint !== undefined && (
            <SearchBox
              label="Search"
              placeholder={searchHint}
              value={search.search}
              onSearch={(words) => onChange({ search: words })}
            />
          )}
          {filters}
        </div>
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {query.data === undefined ? (
        query.error ? (
          <ErrorView {...describeFailure(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Stack gap={6} role="group" aria-busy="true" aria-label={`Loading ${caption.toLowerCase()}`}>
            {[0, 1, 2, 3, 4, 5, 6, 7].map((key) => (
              <Skeleton key={key} height={46} radius="md" />
            ))}
          </Stack>
        )
      ) : (
        <ListResult {...props} data={query.data} />
      )}
    </Stack>
  )
}

const ListResult = <Row,>(props: ServerListProps<Row> & { data: ListData<Row> }) => {
  const { caption, query, columns, rowKey, search, onChange, sort, isFiltered, onClear, empty, data } = props
  const { page, perPage } = toListPage(search)
  const { total } = data.page
  if (total === 0 && !isFiltered && search.search === undefined) return <EmptyState {...empty} />
  if (data.items.length === 0)
    return (
      <EmptyState
        title={total === 0 ? 'Nothing matches' : 'There is no such page'}
        text={
          total === 0
            ? 'No entry has these words and filters.'
            : `The list has ${formatCount(Math.ceil(total / perPage))} pages now.`
        }
        action={
          <Button variant="default" onClick={total === 0 ? onClear : () => onChange({ page: undefined })}>
            {total === 0 ? 'Show everything' : 'Go to the first page'}
          </Button>
        }
      />
    )
  return (
    <>
      {query.error && (
        <Box component="p" role="alert" className={classes.stale}>
          {describeFailure(query.error).message}. What you see is older.{' '}
          <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </Box>
      )}
      <PagedTable
        caption={caption}
        columns={columns}
        rows={data.items}
        rowKey={rowKey}
        total={total}
        offset={(data.page.page - 1) * data.page.perPage}
        isBusy={query.isFetching}
        {...(sort && { sort, onSort: (key: string) => onChange({ sort: nextSort(key, sort) }) })}
      />
      <Pager
        page={page}
        perPage={perPage}
        total={total}
        sizes={pageSizes}
        format={formatCount}
        onPage={(to) => onChange({ page: to === 1 ? undefined : String(to) })}
        onSize={(size) => onChange({ size: String(size), page: undefined })}
      />
    </>
  )
}
