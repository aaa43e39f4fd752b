import type { PageInfo } from '../generated/model/index.ts'
import { AuspexError } from './errors.ts'

/** One slice of a list. */
export interface Page<Item = unknown> {
  readonly items: readonly Item[]
  readonly page: PageInfo
}

type ItemOf<Slice extends Page> = Slice['items'][number]

/** A list that is fetched slice by slice, on demand. Each loop over it starts again. */
export interface Paginated<Slice extends Page> extends AsyncIterable<ItemOf<Slice>> {
  /** The slices as returned by the server. */
  pages(): AsyncGenerator<Slice, void, undefined>
  /** The first `limit` items, 1 or more; fetches no more slices than they need. */
  toArray(options: { readonly limit: number }): Promise<ItemOf<Slice>[]>
}

const noLimit = 'toArray needs to know how many items to read at most, 1 or more: toArray({ limit: 1000 })'

/** The position of a slice: query parameters, or fields of the body. */
export interface PagePosition {
  readonly page?: number
  readonly cursor?: string
}

/**
 * Reads a whole list: `for await (const item of paginate(listActivity, { perPage: 100 }, { client }))`. Takes the
 * function of an operation that returns `{ items, page }`, and all its arguments, including options; `page` or `cursor`
 * among them set where to begin. Follows `nextCursor` where the list has one, otherwise counts pages.
 * @throws {AuspexError} from the loop, whatever the call throws
 */
export const paginate = <Args extends readonly unknown[], Slice extends Page>(
  list: (...args: Args) => PromiseLike<Slice>,
  ...args: Args
): Paginated<Slice> => {
  async function* pages(): AsyncGenerator<Slice, void, undefined> {
    // In every list function the position is in the argument before the options, the query or the body.
    const index = Math.max(0, args.length - 2)
    const slots: unknown[] = [...args]
    let position = (slots[index] ?? {}) as PagePosition
    const visited = new Set<string | undefined>([position.cursor])
    for (;;) {
      slots[index] = position
      // The same arguments, except for the position.
      const slice = await list(...(slots as unknown as Args))
      yield slice
      const next = nextPosition(slice, position)
      if (!next || (next.cursor !== undefined && visited.has(next.cursor))) return
      visited.add(next.cursor)
      position = next
    }
  }
  async function* items(): AsyncGenerator<ItemOf<Slice>, void, undefined> {
    // The same type, which the compiler cannot infer for a generic slice.
    for await (const slice of pages()) yield* slice.items as readonly ItemOf<Slice>[]
  }
  return {
    pages,
    [Symbol.asyncIterator]: items,
    toArray: async (options) => {
      // a caller without types may leave it out
      const { limit } = Object(options) as Partial<typeof options>
      if (limit === undefined || !(limit >= 1))
        throw new AuspexError(noLimit, { operation: 'paginate', productMessage: null })
      const found: ItemOf<Slice>[] = []
      for await (const item of items()) if (found.push(item) >= limit) break
      return found
    },
  }
}

/** Where the next slice begins; null after the last one, and when the server would lead in a circle. */
export const nextPosition = (
  { items, page: { page, totalPages, nextCursor } }: Page,
  currentPlace: PagePosition,
): PagePosition | null => {
  if (items.length === 0 || page < (currentPlace.page ?? page)) return null
  if (nextCursor !== null) {
    const { page: _page, ...others } = currentPlace
    return { ...others, cursor: nextCursor }
  }
  return currentPlace.cursor === undefined && page < totalPages ? { ...currentPlace, page: page + 1 } : null
}
