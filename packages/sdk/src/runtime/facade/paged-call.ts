import { type Page, paginate, type Paginated } from '../paginate.ts'
import type { Call } from '../request.ts'

/** A pending slice of a list. Iterating over it yields the whole list from there: `for await (const item of auspex.stories.list())`. */
export interface PagedCall<Slice extends Page> extends Call<Slice>, Paginated<Slice> {}

/** Makes a call iterable. The pending slice is the first one of the first loop; without a loop nothing more is requested. */
export const toPagedCall = (
  call: Call<unknown>,
  list: (...args: readonly unknown[]) => Call<unknown>,
  args: readonly unknown[],
): PagedCall<Page> => {
  let first: Call<unknown> | undefined = call
  const fetchSlice = (...next: readonly unknown[]): Call<Page> => {
    const pendingSlice = first ?? list(...next)
    first = undefined
    // the types of the facade only allow iterating over lists
    return pendingSlice as Call<Page>
  }
  return Object.assign(call as Call<Page>, paginate(fetchSlice, ...args))
}
