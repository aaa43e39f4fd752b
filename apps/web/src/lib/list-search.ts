import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

/** How many rows a page of a list may have. */
export const pageSizes = [20, 50, 100, 200] as const
const usualSize = 50

const wholeNumber = orElse(z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))), undefined)

/** What the address of a list holds that the server searches, sorts and cuts into pages. A value that cannot be read is left out. */
export const listSearchFields = {
  search: orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))), undefined),
  page: wholeNumber,
  size: wholeNumber,
  /** A column, with "-" before it where the largest comes first. */
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

export const toListPage = ({ page = '1', size }: Pick<ListSearch, 'page' | 'size'>): ListPage => ({
  page: Math.min(Number(page), 100_000),
  perPage: pageSizes.find((one) => String(one) === size) ?? usualSize,
})

export interface ListSort<Key extends string> {
  readonly key: Key
  readonly descending: boolean
}

/** The order that the address names, if the list can be sorted so; otherwise the usual one. */
export const toListSort = <Key extends string>(
  sort: string | undefined,
  keys: readonly Key[],
  usual: ListSort<Key>,
): ListSort<Key> => {
  const key = keys.find((one) => one === sort?.replace('-', ''))
  return key === undefined ? usual : { key, descending: sort?.startsWith('-') ?? false }
}

/** The order after a press of a column's title: turned round if it was sorted by that, else from the smallest. */
export const nextSort = (key: string, { key: current, descending }: ListSort<string>): string =>
  key === current && !descending ? `-${key}` : key
