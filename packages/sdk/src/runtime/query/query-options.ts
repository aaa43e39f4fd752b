import type {
  DataTag,
  DefaultOptions,
  InfiniteData,
  QueryKey,
  UseInfiniteQueryOptions,
  UseMutationOptions,
  UseQueryOptions,
  UseSuspenseQueryOptions,
} from '@tanstack/react-query'
import { AuspexError } from '../errors.ts'
import { nextPosition, type Page, type PagePosition } from '../paginate.ts'
import type { RequestOptions } from '../request-options.ts'
import { type QueryKeyOf } from './query-key.ts'

// Imports only types of React's libraries, so that a server component can create options.

interface CallSettings {
  /** The client, unless an `AuspexProvider` provides it, and any other option of a call */
  request?: RequestOptions
}

export interface QuerySettings<T, Data> extends CallSettings {
  query?: Partial<UseQueryOptions<T, AuspexError, Data>>
}
export interface SuspenseQuerySettings<T, Data> extends CallSettings {
  query?: Partial<UseSuspenseQueryOptions<T, AuspexError, Data>>
}
export interface InfiniteQuerySettings<Slice, Data> extends CallSettings {
  query?: Partial<UseInfiniteQueryOptions<Slice, AuspexError, Data, QueryKey, PagePosition>>
}
export interface MutationSettings<T, Variables, Context> extends CallSettings {
  mutation?: UseMutationOptions<T, AuspexError, Variables, Context>
}

interface WithKey<T> {
  queryKey: DataTag<QueryKey, T, AuspexError>
}
export type QueryOptions<T, Data> = UseQueryOptions<T, AuspexError, Data> & WithKey<T>
export type SuspenseQueryOptions<T, Data> = UseSuspenseQueryOptions<T, AuspexError, Data> & WithKey<T>
export type InfiniteQueryOptions<Slice, Data> = UseInfiniteQueryOptions<
  Slice,
  AuspexError,
  Data,
  QueryKey,
  PagePosition
> &
  WithKey<InfiniteData<Slice, PagePosition>>

/** Whatever the app's QueryClient is configured to do: the SDK is the only layer that retries (specification §9). */
const oneLayer = { retry: false, refetchOnWindowFocus: false } as const

const isIncomplete = (ids: readonly unknown[]): boolean => ids.some((id) => id === undefined || id === null)

/** Nothing is fetched while an id is missing. */
const skipWithout = (ids: readonly unknown[]): { enabled?: false } => (isIncomplete(ids) ? { enabled: false } : {})

/** For `refetch`, which also runs skipped queries: the missing id would be sent as "undefined" or "null". */
const needIds = (ids: readonly unknown[], [, , operation]: readonly unknown[]): void => {
  if (isIncomplete(ids))
    throw new AuspexError(`${String(operation)} has to wait for its id`, {
      operation: String(operation),
      productMessage: null,
    })
}

interface Question<T> {
  readonly key: QueryKeyOf<T>
  /** The ids in its path */
  readonly ids: readonly unknown[]
  readonly call: (request: RequestOptions) => PromiseLike<T>
}

export const toQueryOptions = <T, Data>(
  { key, ids, call }: Question<T>,
  { query, request }: QuerySettings<T, Data> = {},
): QueryOptions<T, Data> => ({
  queryKey: key,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    needIds(ids, key)
    return call({ signal, ...request })
  },
  ...oneLayer,
  // An app may provide its own key.
  ...(query as Partial<QueryOptions<T, Data>>),
  ...skipWithout(ids),
})

export const toSuspenseQueryOptions = <T, Data>(
  { key, call }: Question<T>,
  { query, request }: SuspenseQuerySettings<T, Data> = {},
): SuspenseQueryOptions<T, Data> => ({
  queryKey: key,
  queryFn: async ({ signal }: { signal: AbortSignal }) => call({ signal, ...request }),
  ...oneLayer,
  ...(query as Partial<SuspenseQueryOptions<T, Data>>),
})

interface PagedQuestion<Slice> {
  readonly key: QueryKeyOf<InfiniteData<Slice, PagePosition>>
  readonly ids: readonly unknown[]
  readonly call: (place: PagePosition, request: RequestOptions) => PromiseLike<Slice>
}

export const toInfiniteQueryOptions = <Slice extends Page, Data>(
  { key, ids, call }: PagedQuestion<Slice>,
  { query, request }: InfiniteQuerySettings<Slice, Data> = {},
): InfiniteQueryOptions<Slice, Data> => ({
  queryKey: key,
  queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam: PagePosition }) => {
    needIds(ids, key)
    return call(pageParam, { signal, ...request })
  },
  initialPageParam: {},
  getNextPageParam: (slice: Slice, _slices: readonly Slice[], place: PagePosition, places: readonly PagePosition[]) => {
    const next = nextPosition(slice, place)
    const isCircle = next?.cursor !== undefined && places.some(({ cursor }) => cursor === next.cursor)
    return isCircle ? undefined : next
  },
  ...oneLayer,
  ...(query as Partial<InfiniteQueryOptions<Slice, Data>>),
  ...skipWithout(ids),
})

export const toMutationOptions = <T, Variables, Context>(
  operation: string,
  call: (variables: Variables, request: RequestOptions | undefined) => PromiseLike<T>,
  { mutation, request }: MutationSettings<T, Variables, Context> = {},
): UseMutationOptions<T, AuspexError, Variables, Context> => ({
  mutationKey: [operation],
  mutationFn: async (variables) => call(variables, request),
  ...mutation,
})

/**
 * Defaults for a QueryClient: the SDK is the only layer that retries, and nothing refetches on window focus
 * (specification §9). Generated hooks set this themselves; it is for an app's own queries.
 */
export const createQueryClientDefaults = (): DefaultOptions => ({
  queries: { retry: false, refetchOnWindowFocus: false },
  mutations: { retry: false },
})
