import type { PageInfo } from '@auspex/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { describeFailure } from '../api/failure.ts'
import { formatCount } from '../numbers/format.ts'
import { type ListSearch, type ListSort, nextSort, pageSizes, toListPage } from './list-search.ts'

/** A page of a list as the API returns it. */
export interface ListData<Row> {
  readonly items: readonly Row[]
  readonly page: PageInfo
}

interface ServerListSource<Row> {
  readonly query: Pick<UseQueryResult<ListData<Row>>, 'data' | 'error' | 'refetch' | 'isFetching'>
  readonly search: ListSearch
  /** Changes the address; a new filter starts at the first page. */
  readonly onChange: (change: ListSearch) => void
  readonly sort?: ListSort<string>
}

/** The props of `ui/server-list.tsx` for a query, and how interactions there change the address. */
export const toServerList = <Row>({ query, search, onChange, sort }: ServerListSource<Row>) => ({
  data: query.data && {
    rows: query.data.items,
    total: query.data.page.total,
    offset: (query.data.page.page - 1) * query.data.page.perPage,
  },
  failure: query.error && describeFailure(query.error),
  isBusy: query.isFetching,
  onRetry: () => void query.refetch(),
  ...toListPage(search),
  sizes: pageSizes,
  words: search.search,
  onSearch: (words: string | undefined) => onChange({ search: words }),
  onPage: (page: number) => onChange({ page: page === 1 ? undefined : String(page) }),
  onSize: (size: number) => onChange({ size: String(size), page: undefined }),
  ...(sort && { sort, onSort: (key: string) => onChange({ sort: nextSort(key, sort) }) }),
  format: formatCount,
})
