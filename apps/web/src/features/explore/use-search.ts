import {
  type QuestionReading,
  cancelSearch,
  DataTooSparseError,
  type SearchState,
  type SmartRedirect,
} from '@auspex/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { TopicSearch } from './explore.search.ts'
import { useClient } from '../../lib/api/api.tsx'
import { whenIdle } from '../../lib/page/loadable.tsx'
import { searchStatusOptions, startSearchOptions } from './explore.queries.ts'

/** The search that a question describes; days in the fields take precedence over days in the text. */
export const searchOfQuestion = (
  question: NonNullable<QuestionReading>,
  { from, to }: Partial<TopicSearch>,
): Partial<TopicSearch> => ({
  term: question.query_term,
  exactly: undefined,
  from: from ?? (to === undefined ? (question.startDate ?? undefined) : undefined),
  to: to ?? (from === undefined ? (question.endDate ?? undefined) : undefined),
})

/** Milliseconds after which a search is no longer polled and is cancelled (specification §9). */
const searchTimeoutMs = 600_000

export type SearchProgress =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly search: SearchState }
  | { readonly kind: 'complete'; readonly search: SearchState }
  | { readonly kind: 'cancelled'; readonly search: SearchState }
  | { readonly kind: 'sparse'; readonly search: SearchState }
  /** The server reports a failure; `search.message` states the reason. */
  | { readonly kind: 'ended'; readonly search: SearchState }
  /** A request failed. */
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'timedOut'; readonly search: SearchState }

interface RunningSearch {
  progress: SearchProgress
  restart: () => void
  /** The actual search: that of the URL, or the wording that it led to. */
  searched: TopicSearch
  /** Why another wording is searched; null if it is the typed one. */
  redirect: SmartRedirect | null
  /** How the text was interpreted as a question; null if it is none. */
  question: QuestionReading
}

/** Starts the search of the URL, or of what the server takes its words to mean, and follows it to its end. */
export const useSearch = (topic: TopicSearch): RunningSearch => {
  const client = useClient()
  const queryClient = useQueryClient()
  const startOptions = startSearchOptions({ client, queryClient }, topic)
  const start = useQuery({ ...startOptions, enabled: topic.term !== undefined })
  const started = start.data
  const { question = null, redirect = null } = (started ?? sparseSearch(start.error))?.interpretation ?? {}
  const redirected = redirect === null ? topic : { ...topic, term: redirect.title }
  const searched = question === null ? redirected : { ...topic, ...searchOfQuestion(question, topic) }
  // While it is restarted, the previous search is outdated.
  const isInProgress = started !== undefined && isGoing(started) && !start.isFetching
  const [attempt, setAttempt] = useState(0)
  const [socketID] = useState(client.createRequestId)
  const statusInput = { request_id: started?.request_id ?? '', query_term: started?.query.query_term ?? null, socketID }
  const statusOptions = searchStatusOptions(client, statusInput, attempt)
  const hasTimedOut = useElapsed(searchTimeoutMs, isInProgress ? `${started.request_id} ${attempt}` : undefined, () => {
    // A pending poll would be retried if it failed.
    void queryClient.cancelQueries({ queryKey: statusOptions.queryKey })
    // Whether or not this reaches the server, the app no longer waits for the search.
    void cancelSearch(statusInput.request_id, { client }).catch(() => undefined)
  })
  const status = useQuery({ ...statusOptions, enabled: isInProgress && !hasTimedOut })
  const restart = () => {
    // The server may return the same search, whose cached state is outdated. Refetched first, so that it is not polled before that.
    void start.refetch()
    setAttempt(attempt + 1)
  }

  const error = start.error ?? status.error
  const search = status.data ?? started
  return { progress: toProgress({ error, search, hasTimedOut }), restart, searched, redirect, question }
}

/** The body of this failure is the search, according to the contract of topicQuery. */
const sparseSearch = (error: unknown): SearchState | undefined =>
  error instanceof DataTooSparseError ? (error.body as SearchState) : undefined

const isGoing = (search: SearchState) => search.status === 'queued' || search.status === 'running'

const toProgress = ({
  error,
  search,
  hasTimedOut,
}: {
  error: unknown
  search: SearchState | undefined
  hasTimedOut: boolean
}): SearchProgress => {
  const tooSparse = sparseSearch(error)
  if (tooSparse) return { kind: 'sparse', search: tooSparse }
  if (error) return { kind: 'failed', error }
  if (!search) return { kind: 'starting' }
  if (search.message === 'data-too-sparse') return { kind: 'sparse', search }
  if (isGoing(search)) return hasTimedOut ? { kind: 'timedOut', search } : { kind: 'running', search }
  if (search.status === 'complete') return { kind: 'complete', search }
  return search.status === 'cancelled' ? { kind: 'cancelled', search } : { kind: 'ended', search }
}

/** True once `ms` milliseconds have passed since the key appeared; calls `onElapsed` then. */
const useElapsed = (ms: number, key: string | undefined, onElapsed: () => void): boolean => {
  const [elapsedKey, setElapsedKey] = useState<string>()
  const elapse = useEffectEvent((elapsed: string) => {
    setElapsedKey(elapsed)
    onElapsed()
  })
  useEffect(() => {
    if (key === undefined) return undefined
    const timer = setTimeout(() => elapse(key), ms)
    return () => clearTimeout(timer)
  }, [ms, key])
  return key !== undefined && elapsedKey === key
}

/** Loads the code of the pages that a search leads to before they are needed, once the browser is idle. */
export const usePreloadedReportPage = (): void => {
  const router = useRouter()
  useEffect(() => {
    let isGone = false
    const load = async () => {
      await whenIdle()
      if (isGone) return
      const { '/search': searchPage, '/signals/$signalId': reportPage } = router.routesById
      await Promise.all([router.loadRouteChunk(searchPage), router.loadRouteChunk(reportPage)])
    }
    // the router loads them again when they are opened, and shows the failure then
    void load().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [router])
}
