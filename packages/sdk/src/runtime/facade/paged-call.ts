import { type Page, paginate, type Paginated } from '../paginate.ts'
import type { Call } from '../request.ts'

/** A slice of a list under way. Looped over it is the whole list from there: `for await (const item of auspex.stories.list())`. */
export interface PagedCall<Slice extends Page> extends Call<Slice>, Paginated<Slice> {}

/** Lets a call be looped over. The slice that is under way is the first one of the first loop; whoever never loops asks for nothing more. */
export const toPagedCall = (
  call: Call<unknown>,
  list: (...args: readonly unknown[]) => Call<unknown>,
  args: readonly unknown[],
): PagedCall<Page> => {
  let first: Call<unknown> | undefined = call
  const ask = (...next: readonly unknown[]): Call<Page> => {
    const asked = first ?? list(...next)
    first = undefined
    // the types of the facade let only lists be looped over
    return asked as Call<Page>
  }
  return Object.assign(call as Call<Page>, paginate(ask, ...args))
}
