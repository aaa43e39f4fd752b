import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** The page sizes of a list. */
export const pageSizes = [20, 50, 100, 200] as const
const usualSize = 50

const wholeNumber = orElse(z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))), undefined)

/** The search parameters of a list that the server searches, sorts and pages. An invalid value is dropped. */
export const listSearchFields = {
  search: orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))), undefined),
  page: wholeNumber,
  size: wholeNumber,
  /** A column, with a "-" prefix for descending order. */
  sort: orElse(z.optional(z.string().check(z.regex(/^-?[a-zA-Z]{1,40}$/))), undefined),
}

const listSearchSchema = z.object(listSearchFields)
export type ListSearch = z.output<typeof listSearchSchema>

export const organizationField = orElse(z.optional(z.string().check(z.regex(/^org_[a-z0-9]{1,40}$/))), undefined)
export const personField = orElse(z.optional(z.string().check(z.regex(/^usr_[a-z0-9]{1,40}$/))), undefined)

export interface ListPage {
  readonly page: number
  readonly perPage: number
}

export const toListPage = ({ page = '1', size }: ListSearch): ListPage => ({
  page: Math.min(Number(page), 100_000),
  perPage: pageSizes.find((pageSize) => String(pageSize) === size) ?? usualSize,
})

export interface ListSort<Key extends string> {
  readonly key: Key
  readonly descending: boolean
}

/** The sort order in the address, if the list supports it; otherwise the default. */
export const toListSort = <Key extends string>(
  sort: string | undefined,
  keys: readonly Key[],
  defaultSort: ListSort<Key>,
): ListSort<Key> => {
  const key = keys.find((sortKey) => sortKey === sort?.replace('-', ''))
  return key === undefined ? defaultSort : { key, descending: sort?.startsWith('-') ?? false }
}

/** The parameters of the API for what the address asks of a list. */
export const toListParams = <Key extends string>(
  search: ListSearch & { readonly organization?: string | undefined },
  sort: ListSort<Key>,
) => ({
  ...toListPage(search),
  sort: sort.key,
  direction: sort.descending ? ('desc' as const) : ('asc' as const),
  ...(search.search !== undefined && { searchTerm: search.search }),
  ...(search.organization !== undefined && { organizationId: search.organization }),
})

/** The sort order after a column header is pressed: reversed if the list was already sorted by that column, else ascending. */
export const nextSort = (key: string, { key: current, descending }: ListSort<string>): string =>
  key === current && !descending ? `-${key}` : key

/** The step to other filters of a list: it starts at the first page, and "Back" skips it. */
export const toFiltered = <Search extends Pick<ListSearch, 'page'>>(search: Search, next: Partial<Search>) => ({
  search: { ...search, page: undefined, ...next },
  replace: true,
  resetScroll: false,
})
