'use client'
import { isCancelledError, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cancelSearch, topicQuery } from '../../generated/client/explore/explore.ts'
import type { SearchState, SignalQuery, SignalReport } from '../../generated/model/index.ts'
import { getSignalReportQueryOptions } from '../../generated/query/signals/signals.ts'
import type { AuspexClient } from '../client.ts'
import { AbortedError, type AuspexError, isAuspexError } from '../errors.ts'
import { pollQueryStatus, type PollOptions, type QueryProgress } from '../poll-query-status.ts'
import { useAuspexClient } from './provider.ts'

/** How often a search is polled, and for how long. */
export type SearchTiming = Pick<PollOptions, 'delayMs' | 'maxDelayMs' | 'limitMs'>

interface SearchView {
  readonly status: 'idle' | 'searching' | 'reading' | 'done' | 'failed' | 'cancelled'
  /** The latest state of the search; null before it has begun. */
  readonly search: SearchState | null
  /** Its progress; null before the first update. */
  readonly progress: QueryProgress | null
  /** The report of the search; null until it is available. */
  readonly report: SignalReport | null
  /** Why it failed; null when it did not. */
  readonly error: AuspexError | null
}

export interface SearchControl extends SearchView {
  /** Starts a search, replacing one that is still running, which is cancelled on the server too. */
  start(query: SignalQuery, timing?: SearchTiming): void
  /** Cancels the search here and on the server. Without a running search it does nothing. */
  cancel(): void
}

const idle: SearchView = { status: 'idle', search: null, progress: null, report: null, error: null }

interface Run {
  readonly controller: AbortController
  /** Whether the server should end the search, not only this page */
  isCancelled: boolean
}

/**
 * A search from its first request to its report: `const { start, progress, report, cancel } = useSearch()`. An unmounted component stops polling; the
 * search itself continues, and its report is available later. The report is in the QueryClient under its usual key.
 */
export const useSearch = (): SearchControl => {
  const client = useAuspexClient()
  const queryClient = useQueryClient()
  const [view, setView] = useState(idle)
  const activeRun = useRef<Run>(null)

  useEffect(() => () => activeRun.current?.controller.abort(), [])

  const cancel = useCallback(() => {
    const run = activeRun.current
    if (!run) return
    activeRun.current = null
    run.isCancelled = true
    run.controller.abort()
    setView((before) => ({ ...before, status: 'cancelled' }))
  }, [])

  const start = useCallback(
    (query: SignalQuery, timing: SearchTiming = {}) => {
      cancel()
      const run: Run = { controller: new AbortController(), isCancelled: false }
      activeRun.current = run
      const show = (changes: Partial<SearchView>): void => {
        if (activeRun.current === run && !run.controller.signal.aborted)
          setView((before) => ({ ...before, ...changes }))
      }
      setView({ ...idle, status: 'searching' })
      readReport({ client, queryClient, query, timing, run, show })
        .then((report) => show({ report, status: 'done' }))
        .catch((error: unknown) => {
          const isExpected = isAuspexError(error)
          show({ status: 'failed', error: isExpected ? error : null })
          // a defect belongs in the app's log of errors
          if (!isExpected) throw error
        })
        .finally(() => {
          if (activeRun.current === run) activeRun.current = null
        })
    },
    [cancel, client, queryClient],
  )

  return { ...view, start, cancel }
}

interface SearchCall {
  readonly client: AuspexClient
  readonly queryClient: QueryClient
  readonly query: SignalQuery
  readonly timing: SearchTiming
  readonly run: Run
  show(changes: Partial<SearchView>): void
}

/** The report of a search, after every source has ended. */
const readReport = async (searchCall: SearchCall): Promise<SignalReport> => {
  const { client, queryClient, show } = searchCall
  const search = await completeSearch(searchCall)
  show({ search, status: 'reading' })
  const options = getSignalReportQueryOptions(search.signal_id, {}, { request: { client } })
  try {
    return await queryClient.fetchQuery({ ...options, staleTime: 0 })
  } catch (error) {
    // the app may cancel any read in its QueryClient
    if (!isCancelledError(error)) throw error
    const call = { operation: 'getSignalReport', productMessage: null }
    throw new AbortedError('Reading the report was cancelled', call, { cause: error })
  }
}

const completeSearch = async ({ client, query, timing, run, show }: SearchCall): Promise<SearchState> => {
  // Called without the signal, because the server can end a search only by the id in this response.
  const startedSearch = await topicQuery(query, { client })
  show({ search: startedSearch })
  const onProgress = (progress: QueryProgress): void => show({ progress, search: progress.state })
  try {
    if (startedSearch.status === 'complete') return startedSearch
    return await pollQueryStatus(client, startedSearch, { ...timing, signal: run.controller.signal, onProgress })
  } finally {
    // A failure changes nothing for the person, who has left the search.
    if (run.isCancelled) await cancelSearch(startedSearch.request_id, { client }).catch(() => undefined)
  }
}
