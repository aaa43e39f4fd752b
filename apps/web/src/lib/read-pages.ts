import type { PageInfo } from '@auspex/sdk'

/** Nobody looks through a list longer than this; its page states the total. */
const maxPages = 10

interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly page: PageInfo
}

/** A whole list, for screens that search and sort it: the first page states how many follow, and those are fetched in parallel. */
export const readPages = async <Item>(
  read: (page: number) => PromiseLike<ListPage<Item>>,
  idOf: (item: Item) => string,
): Promise<ListPage<Item>> => {
  const first = await read(1)
  const rest = Array.from({ length: Math.min(first.page.totalPages, maxPages) - 1 }, async (_, index) =>
    read(index + 2),
  )
  const pages = [first, ...(await Promise.all(rest))]
  // an item that changes while the pages are read may move to another page
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [idOf(item), item]))
  return { ...first, items: [...items.values()] }
}
