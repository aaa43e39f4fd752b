import { cancelSearch, getQueryStatus } from '../generated/client/explore/explore.ts'
import type { QueryStatusInput, SearchState } from '../generated/model/index.ts'
import type { AuspexClient } from './client.ts'
import { AbortedError, AuspexError, type CallInfo, ProductError, TimeoutError } from './errors.ts'

/** The progress of a search. */
export interface QueryProgress {
  readonly state: SearchState
  /** Sources that have ended, with any outcome */
  readonly endedSources: number
  readonly elapsedMs: number
}

export interface PollOptions {
  signal?: AbortSignal
  /** Called with each status, including the last one. */
  onProgress?(progress: QueryProgress): void
  /** Milliseconds between the first two requests; each further wait is half as long again. @default 500 */
  delayMs?: number
  /** Maximum wait between two requests, in milliseconds. @default 5000 */
  maxDelayMs?: number
  /** Milliseconds after which polling gives up. @default 600000 */
  limitMs?: number
  /** Whether to cancel the search on the server too when `signal` aborts or the limit is reached. @default false */
  cancelSearch?: boolean
}

/** The specification's time limit for a query status (§7). */
const defaultLimitMs = 600_000

/** Consecutive failures that are tolerated. */
const maxConsecutiveFailures = 4

/**
 * Polls a search until it is complete, and returns the complete search. A request with a transient failure is repeated; a wait that the server asks
 * for is observed.
 * @throws {DataTooSparseError} when too few documents match; `body` has suggestions
 * @throws {ProductError} when the search failed or was cancelled; `body` is the search
 * @throws {TimeoutError} after `limitMs`
 * @throws {AbortedError} when `signal` aborts
 */
export const pollQueryStatus = async (
  client: AuspexClient,
  { request_id, query_term, socketID }: QueryStatusInput,
  options: PollOptions = {},
): Promise<SearchState> => {
  const { signal, onProgress, delayMs = 500, maxDelayMs = 5000, limitMs = defaultLimitMs } = options
  const { clock } = client
  // A whole search is accepted as the query; its other fields are not sent.
  const query = { request_id, query_term, socketID }
  const call: CallInfo = { operation: 'getQueryStatus', productMessage: 'Error while getting search status' }
  const startedAt = clock.now()
  const elapsed = (): number => clock.now() - startedAt
  let failures = 0

  const fetchStatus = async (): Promise<SearchState | AuspexError> => {
    try {
      // The last request is sent when the time is over, with its own time to respond.
      const timeout = { total: Math.max(limitMs - elapsed(), delayMs) }
      return await getQueryStatus(query, { client, timeout, retry: false, ...(signal && { signal }) })
    } catch (error) {
      failures += 1
      if (error instanceof AuspexError && error.isRetryable && failures <= maxConsecutiveFailures) return error
      throw error
    }
  }

  try {
    for (let waitMs = delayMs; ; waitMs = Math.min(maxDelayMs, waitMs * 1.5)) {
      const state = await fetchStatus()
      if (!(state instanceof AuspexError)) {
        failures = 0
        onProgress?.({ state, endedSources: state.sources.filter(hasEnded).length, elapsedMs: elapsed() })
        if (state.status === 'complete') return state
        if (state.status === 'failed' || state.status === 'cancelled')
          throw new ProductError(state.message ?? `The search is ${state.status}`, call, {
            status: 200,
            code: `search.${state.status}`,
            body: state,
          })
      }
      const requestedMs = state instanceof AuspexError ? (state.retryAfter ?? 0) * 1000 : 0
      const remainingMs = limitMs - elapsed()
      const pauseMs = Math.max(Math.min(waitMs, remainingMs), requestedMs)
      if (remainingMs <= 0 || pauseMs > remainingMs)
        throw new TimeoutError(`The search did not end within ${limitMs / 1000} s`, call)
      await clock.sleep(pauseMs, signal).catch((cause: unknown) => {
        throw new AbortedError('The search is no longer watched', call, { cause })
      })
    }
  } catch (error) {
    if (options.cancelSearch && (error instanceof AbortedError || error instanceof TimeoutError))
      // The caller gets the original reason, whether or not the server received the cancellation.
      await cancelSearch(request_id, { client }).catch(() => undefined)
    throw error
  }
}

const hasEnded = ({ status }: SearchState['sources'][number]): boolean => status !== 'pending' && status !== 'running'
