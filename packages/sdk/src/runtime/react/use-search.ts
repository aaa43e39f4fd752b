'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cancelSearch, topicQuery } from '../../generated/client/explore/explore.ts'
import type { SearchState, SignalQuery, SignalReport } from '../../generated/model/index.ts'
import { getSignalReportQueryOptions } from '../../generated/query/signals/signals.ts'
import type { AuspexError } from '../errors.ts'
import { pollQueryStatus, type PollOptions, type QueryProgress } from '../poll-query-status.ts'
import { useAuspexClient } from './provider.ts'

/** How often a search is asked about, and for how long. */
export type SearchTiming = Pick<PollOptions, 'delayMs' | 'maxDelayMs' | 'limitMs'>

interface SearchView {
  readonly status: 'idle' | 'searching' | 'reading' | 'done' | 'failed' | 'cancelled'
  /** The search as it was last heard of; null before it has begun. */
  readonly search: SearchState | null
  /** How far it is; null before the first news. */
  readonly progress: QueryProgress | null
  /** The report of what was found; null until it is there. */
  readonly report: SignalReport | null
  /** Why it failed; null when it did not. */
  readonly error: AuspexError | null
}

export interface SearchControl extends SearchView {
  /** Begins a search, in the place of one that still goes on, which ends on the server too. */
  start(query: SignalQuery, timing?: SearchTiming): void
  /** Ends the search here and on the server. Without one that goes on it does nothing. */
  cancel(): void
}

const idle: SearchView = { status: 'idle', search: null, progress: null, report: null, error: null }

interface Run {
  readonly controller: AbortController
  /** Whether the server is to end the search, not only this page */
  isCancelled: boolean
}

/**
 * A search from its first request to its report: `const { start, progress, report, cancel } = useSearch()`. A component that is gone asks no
 * more; the search itself goes on, and its report is there for whoever comes back. The report is in the QueryClient under its usual key.
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
        const begun = await topicQuery(query, { client })
        show({ search: begun })
        let search = begun
        try {
          const onProgress = (progress: QueryProgress): void => show({ progress, search: progress.state })
          if (begun.status !== 'complete')
            search = await pollQueryStatus(client, begun, { ...timing, signal, onProgress })
        } finally {
          // Whoever cancelled has moved on, whether or not the server could be told.
          if (run.isCancelled) await cancelSearch(begun.request_id, { client }).catch(() => undefined)
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
