import {
  cancelSearch,
  DataTooSparseError,
  type QuestionReading,
  type SearchState,
  type SmartRedirect,
} from '@auspex/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { parsedQueryOptions, searchStatusOptions, startSearchOptions } from './explore.queries.ts'
import type { TopicSearch } from './explore.search.ts'
import { searchOfQuestion } from './question-search.ts'
import { leadsElsewhere, redirectOptions } from './redirect.queries.ts'

/** Milliseconds after which a search is no longer asked for and is cancelled (specification §9). */
const giveUpAfterMs = 600_000

export type SearchProgress =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly search: SearchState }
  | { readonly kind: 'complete'; readonly search: SearchState }
  | { readonly kind: 'cancelled'; readonly search: SearchState }
  | { readonly kind: 'sparse'; readonly search: SearchState }
  /** The server says that it failed; `search.message` says why. */
  | { readonly kind: 'ended'; readonly search: SearchState }
  /** A call failed. */
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'timedOut'; readonly search: SearchState }

export interface RunningSearch {
  progress: SearchProgress
  restart: () => void
  /** What is searched: the search of the URL, or the wording that it led to. */
  searched: TopicSearch
  /** Why another wording is searched; null when it is the one that was typed. */
  redirect: SmartRedirect | null
  /** How the text was read as a question; null when it is none. */
  question: QuestionReading
}

/** Starts the search of the URL, or of the wording that was meant, and follows it to its end. */
export const useSearch = (topic: TopicSearch): RunningSearch => {
  const client = useClient()
  const queryClient = useQueryClient()
  const isAsTyped = topic.exactly === '1' || topic.force === '1' || topic.and !== undefined
  const isReadable = !isAsTyped && topic.term !== undefined
  // A failure reads nothing: the words are searched as they stand.
  const reading = useQuery({
    ...parsedQueryOptions(client, { query_term: topic.term ?? '' }),
    enabled: isReadable,
    placeholderData: undefined,
  })
  const question = (isReadable && reading.data?.question) || null
  // A question is read into a query, which nobody else words.
  const isWordable = isReadable && !reading.isPending && question === null
  const wording = useQuery({ ...redirectOptions(client, topic), enabled: isWordable })
  const redirect = isWordable && wording.data && leadsElsewhere(wording.data) ? wording.data : null
  const searched =
    question !== null
      ? { ...topic, ...searchOfQuestion(question, topic) }
      : redirect === null
        ? topic
        : { ...topic, term: redirect.title }
  const isDecided = isAsTyped || question !== null || !wording.isPending
  const startOptions = startSearchOptions(client, searched)
  const start = useQuery({ ...startOptions, enabled: isDecided && searched.term !== undefined })
  const started = start.data
  // While it is started anew, what was started before is old.
  const goesOn = started !== undefined && isGoing(started) && !start.isFetching
  const [attempt, setAttempt] = useState(0)
  const [socketID] = useState(client.createRequestId)
  const look = { request_id: started?.request_id ?? '', query_term: started?.query.query_term ?? null, socketID }
  const statusOptions = searchStatusOptions(client, look, attempt)
  const gaveUp = useElapsed(giveUpAfterMs, goesOn ? `${started.request_id} ${attempt}` : undefined, () => {
    // A look that is under way would be repeated when it fails.
    void queryClient.cancelQueries({ queryKey: statusOptions.queryKey })
    // Whether or not the server hears it, nobody waits for the search any more.
    void cancelSearch(look.request_id, { client }).catch(() => undefined)
  })
  const status = useQuery({ ...statusOptions, enabled: goesOn && !gaveUp })
  const restart = () => {
    // The server may answer with the same search; what was seen of it is old. Asked first, so that it is not looked at meanwhile.
    void start.refetch()
    setAttempt(attempt + 1)
  }

  const error = start.error ?? status.error
  const search = status.data ?? started
  return { progress: toProgress({ error, search, gaveUp }), restart, searched, redirect, question }
}

const isGoing = (search: SearchState) => search.status === 'queued' || search.status === 'running'

const toProgress = ({
  error,
  search,
  gaveUp,
}: {
  error: unknown
  search: SearchState | undefined
  gaveUp: boolean
}): SearchProgress => {
  if (error instanceof DataTooSparseError) {
    // The body of this failure is the search, as the contract of topicQuery says.
    return { kind: 'sparse', search: error.body as SearchState }
  }
  if (error) return { kind: 'failed', error }
  if (!search) return { kind: 'starting' }
  if (search.message === 'data-too-sparse') return { kind: 'sparse', search }
  if (isGoing(search)) return gaveUp ? { kind: 'timedOut', search } : { kind: 'running', search }
  if (search.status === 'complete') return { kind: 'complete', search }
  return search.status === 'cancelled' ? { kind: 'cancelled', search } : { kind: 'ended', search }
}

/** True once so many milliseconds passed since the key appeared, which `onElapsed` is told. */
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
