import type { PageInfo } from '../generated/model/index.ts'

/** One slice of a list. */
export interface Page<Item = unknown> {
  readonly items: readonly Item[]
  readonly page: PageInfo
}

type ItemOf<Slice extends Page> = Slice['items'][number]

/** A list that is read slice by slice, as far as it is asked for. Each loop over it begins anew. */
export interface Paginated<Slice extends Page> extends AsyncIterable<ItemOf<Slice>> {
  /** The slices as the server gave them. */
  pages(): AsyncGenerator<Slice, void, undefined>
  /** The first `limit` items, 1 or more; asks for no more slices than they need. */
  toArray(options: { readonly limit: number }): Promise<ItemOf<Slice>[]>
}

/** What names a slice: query parameters, or fields of the body. */
export interface Place {
  readonly page?: number
  readonly cursor?: string
}

/**
 * Reads a whole list: `for await (const item of paginate(listActivity, { perPage: 100 }, { client }))`. Takes the
 * function of an operation that answers `{ items, page }`, and all its arguments, options included; `page` or `cursor`
 * among them say where to begin. Follows `nextCursor` where the list has one, else counts pages.
 * @throws {AuspexError} from the loop, what the call throws
 */
export const paginate = <Args extends readonly unknown[], Slice extends Page>(
  list: (...args: Args) => PromiseLike<Slice>,
  ...args: Args
): Paginated<Slice> => {
  async function* pages(): AsyncGenerator<Slice, void, undefined> {
    // In every list function the place stands just before the options, in the query or in the body.
    const index = Math.max(0, args.length - 2)
    const slots: unknown[] = [...args]
    let place = (slots[index] ?? {}) as Place
    const visited = new Set<string | undefined>([place.cursor])
    for (;;) {
      slots[index] = place
      // The same arguments, but for the place.
      const slice = await list(...(slots as unknown as Args))
      yield slice
      const next = nextPlace(slice, place)
      if (!next || (next.cursor !== undefined && visited.has(next.cursor))) return
      visited.add(next.cursor)
      place = next
    }
  }
  async function* items(): AsyncGenerator<ItemOf<Slice>, void, undefined> {
    // The same type, which the compiler does not see of an unknown kind of slice.
    for await (const slice of pages()) yield* slice.items as readonly ItemOf<Slice>[]
  }
  return {
    pages,
    [Symbol.asyncIterator]: items,
    toArray: async ({ limit }) => {
      const found: ItemOf<Slice>[] = []
      for await (const item of items()) if (found.push(item) >= limit) break
      return found
    },
  }
}

/** Where the next slice begins; null after the last one, and where the server would lead in a circle. */
export const nextPlace = ({ items, page: { page, totalPages, nextCursor } }: Page, asked: Place): Place | null => {
  if (items.length === 0 || page < (asked.page ?? page)) return null
  if (nextCursor !== null) {
    const { page: _page, ...others } = asked
    return { ...others, cursor: nextCursor }
  }
  return asked.cursor === undefined && page < totalPages ? { ...asked, page: page + 1 } : null
}
