'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cancelSearch, topicQuery } from '../../generated/client/explore/explore.ts'
import type { SearchState, SignalQuery, SignalReport } from '../../generated/model/index.ts'
import { getSignalReportQueryOptions } from '../../generated/query/signals/signals.ts'
import type { AuspexError } from '../errors.ts'
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
  const current = useRef<Run>(null)

  useEffect(() => () => current.current?.controller.abort(), [])

  const cancel = useCallback(() => {
    const run = current.current
    if (!run) return
    current.current = null
    run.isCancelled = true
    run.controller.abort()
    setView((before) => ({ ...before, status: 'cancelled' }))
  }, [])

  const start = useCallback(
    (query: SignalQuery, timing: SearchTiming = {}) => {
      cancel()
      const run: Run = { controller: new AbortController(), isCancelled: false }
      current.current = run
      const { signal } = run.controller
      const show = (changes: Partial<SearchView>): void => {
        if (current.current === run && !signal.aborted) setView((before) => ({ ...before, ...changes }))
      }

      const follow = async (): Promise<void> => {
        // Not aborted: only a search whose id is known can be ended on the server.
        const startedSearch = await topicQuery(query, { client })
        show({ search: startedSearch })
        let search = startedSearch
        try {
          const onProgress = (progress: QueryProgress): void => show({ progress, search: progress.state })
          if (startedSearch.status !== 'complete')
            search = await pollQueryStatus(client, startedSearch, { ...timing, signal, onProgress })
        } finally {
          // After a cancellation nobody waits for the result, whether or not the server received it.
          if (run.isCancelled) await cancelSearch(startedSearch.request_id, { client }).catch(() => undefined)
        }
        show({ search, status: 'reading' })
        const options = getSignalReportQueryOptions(search.signal_id, {}, { request: { client } })
        const report = await queryClient.fetchQuery({ ...options, staleTime: 0 })
        show({ report, status: 'done' })
      }

      setView({ ...idle, status: 'searching' })
      follow()
        // calls throw nothing else
        .catch((error: unknown) => show({ status: 'failed', error: error as AuspexError }))
        .finally(() => {
          if (current.current === run) current.current = null
        })
    },
    [cancel, client, queryClient],
  )

  return { ...view, start, cancel }
}
