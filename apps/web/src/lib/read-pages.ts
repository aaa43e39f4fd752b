import type { PageInfo } from '@auspex/sdk'

/** Beyond this many nobody looks through a list; its page says how many there are. */
const mostPages = 10

interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly page: PageInfo
}

/** A list as a whole, for screens that find and sort in it: the first page says how many follow, and these are asked at once. */
export const readPages = async <Item>(
  read: (page: number) => PromiseLike<ListPage<Item>>,
  idOf: (item: Item) => string,
): Promise<ListPage<Item>> => {
  const first = await read(1)
  const rest = Array.from({ length: Math.min(first.page.totalPages, mostPages) - 1 }, async (_, index) =>
    read(index + 2),
  )
  const pages = [first, ...(await Promise.all(rest))]
  // what is changed while they are read moves from one page to another
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [idOf(item), item]))
  return { ...first, items: [...items.values()] }
}
