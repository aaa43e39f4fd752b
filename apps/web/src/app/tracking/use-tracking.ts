import {
  type EventData,
  type EventInput,
  type AuspexClient,
  AuspexError,
  recordEvents,
  type UserProfile,
} from '@auspex/sdk'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { isActivityRecorded } from '../../lib/storage/settings.ts'
import { useClient, useOperations } from '../../lib/api/api.tsx'

/** The server's limit per request; beyond it the oldest events are dropped. */
const maxEvents = 100
/** The maximum delay before events are sent, together. Each batch counts as a write of the person, who has a thousand a day. */
const batchDelayMs = 60_000

/** The result of a batch: stored, to be retried later, or not wanted. */
export type SendOutcome = 'stored' | 'later' | 'refused'

interface EventQueueOptions {
  /** Sends a batch; `isLeaving` if the page may unload before the response. Never rejects. */
  readonly send: (events: EventInput[], isLeaving: boolean) => Promise<SendOutcome>
  /** Whether the person allows recording. */
  readonly isOn: () => boolean
  /** Runs it later, when the browser is idle; returns a function that cancels it. */
  readonly schedule: (run: () => void, waitMs: number) => () => void
  readonly now: () => Date
  readonly userAgent: string
}

interface EventQueue {
  readonly add: (data: EventData) => void
  /** Sends the queued events because the page is being left. */
  readonly leave: () => void
  /** Stops automatic sending until another event is added. */
  readonly stop: () => void
}

/** Queues events for the server. Losing some is better than disturbing anybody. */
export const createEventQueue = ({ send, isOn, schedule, now, userAgent }: EventQueueOptions): EventQueue => {
  let events: EventInput[] = []
  let isRefused = false
  let isStopped = false
  let cancel: (() => void) | null = null

  const flush = async (isLeaving: boolean): Promise<void> => {
    cancel?.()
    cancel = null
    const batch = events
    events = []
    if (batch.length === 0 || isRefused || !isOn()) return
    const outcome = await send(batch, isLeaving)
    if (outcome === 'refused') isRefused = true
    // A batch that fails after the queue was stopped is dropped: a retry would be sent as the person who is signed in by then.
    if (outcome === 'later' && !isStopped) {
      events = [...batch, ...events].slice(-maxEvents)
      arm()
    }
  }
  const arm = () => {
    cancel ??= schedule(() => void flush(false), batchDelayMs)
  }
  return {
    add: (data) => {
      if (isRefused || !isOn()) return
      isStopped = false
      events = [...events, { data, time: now().toISOString(), userAgent }].slice(-maxEvents)
      arm()
    },
    leave: () => void flush(true),
    stop: () => {
      isStopped = true
      cancel?.()
      cancel = null
    },
  }
}

/** The event of each operation that changes something. Operations that only read are omitted: opening a page is recorded instead. */
const operationEvents: Readonly<Record<string, readonly [broad: string, narrow: string, event: string]>> = {
  topicQuery: ['search', 'topic', 'searched'],
  topicQueryLiteBulk: ['search', 'several topics', 'searched'],
  clearRecentSearches: ['search', 'history', 'cleared'],
  compareSignals: ['signals', 'comparison', 'compared'],
  sendSignalMessage: ['signals', 'message', 'sent'],
  createExport: ['signals', 'file', 'exported'],
  generateContextSpace: ['signals', 'context space', 'created'],
  createMonitorSubscription: ['monitors', 'rule', 'created'],
  updateMonitor: ['monitors', 'rule', 'changed'],
  deleteMonitorSubscription: ['monitors', 'rule', 'deleted'],
  createDigest: ['monitors', 'digest', 'created'],
  deleteDigest: ['monitors', 'digest', 'deleted'],
  sendDigest: ['monitors', 'digest', 'sent'],
  createFeedKey: ['monitors', 'feed', 'created'],
  revokeFeedKey: ['monitors', 'feed', 'ended'],
  createGlobalTrendsSubscription: ['trends', 'subscription', 'created'],
  deleteGlobalTrendsSubscription: ['trends', 'subscription', 'deleted'],
  createPortfolio: ['portfolios', 'portfolio', 'created'],
  createPortfolioWithTrends: ['portfolios', 'portfolio', 'created'],
  updatePortfolio: ['portfolios', 'portfolio', 'changed'],
  updatePortfolioWithImage: ['portfolios', 'portfolio', 'changed'],
  refreshPortfolio: ['portfolios', 'portfolio', 'refreshed'],
  removePortfolio: ['portfolios', 'portfolio', 'deleted'],
  addTrends: ['portfolios', 'trends', 'added'],
  removeTrends: ['portfolios', 'trends', 'removed'],
  createProject: ['projects', 'project', 'created'],
  updateProject: ['projects', 'project', 'changed'],
  deleteProject: ['projects', 'project', 'deleted'],
  createStory: ['stories', 'story', 'created'],
  updateStory: ['stories', 'story', 'changed'],
  deleteStory: ['stories', 'story', 'deleted'],
  addCard: ['stories', 'card', 'added'],
  createShareLink: ['sharing', 'link', 'created'],
  revokeShareLink: ['sharing', 'link', 'revoked'],
  updatePreferences: ['onboarding', 'preferences', 'chosen'],
  completeTask: ['onboarding', 'task', 'completed'],
  deleteImport: ['imports', 'import', 'deleted'],
  importCloses: ['imports', 'prices', 'imported'],
}

/** The event of an operation that succeeded; null if it is not recorded. */
const toOperationEvent = (operation: string): EventData | null => {
  const event = operationEvents[operation]
  return event ? { category_broad: event[0], category_narrow: event[1], event: event[2] } : null
}

export const recordedOperations: readonly string[] = Object.keys(operationEvents)

/** The name of a detail page, by the first segment of its path. */
const things: Readonly<Record<string, string>> = {
  signals: 'report',
  portfolios: 'portfolio',
  projects: 'project',
  stories: 'story',
  zeus: 'conversation',
  shared: 'item',
}

/** The event of an opened page, by its route pattern: "signals", "report contexts". It does not contain what a person searches for or views. */
export const toPageEvent = (routePath: string): EventData => {
  const [area = '', ...parts] = routePath.split('/').filter((part) => part !== '')
  const narrow = parts.map((part) => (part.startsWith('$') ? (things[area] ?? 'item') : part.replace(/_$/, '')))
  return { category_broad: area || 'home', category_narrow: narrow.join(' ') || 'page', event: 'opened' }
}

/** Records which pages are opened and what is done, unless the person or the server disables it. */
export const useTracking = ({ isActivityRecorded: isRecorded }: UserProfile): void => {
  const client = useClient()
  const queue = useMemo(() => (isRecorded ? createAppQueue(client) : null), [client, isRecorded])
  useEffect(() => (queue === null ? undefined : sendOnLeaving(queue)), [queue])
  usePageEvents(queue)
  const onOperation = useMemo(
    () => (queue === null ? null : (operation: string) => addOperation(queue, operation)),
    [queue],
  )
  useOperations(onOperation)
}

const addOperation = (queue: EventQueue, operation: string): void => {
  const event = toOperationEvent(operation)
  if (event) queue.add(event)
}

const usePageEvents = (queue: EventQueue | null): void => {
  const router = useRouter()
  useEffect(() => {
    if (queue === null) return undefined
    let last: string | null = null
    const record = () => {
      const { fullPath } = router.state.matches.at(-1) ?? {}
      if (fullPath === undefined || router.state.location.pathname === last) return
      last = router.state.location.pathname
      queue.add(toPageEvent(fullPath))
    }
    record()
    return router.subscribe('onResolved', record)
  }, [router, queue])
}

/** A hidden page may never be shown again, especially on a phone. */
const sendOnLeaving = (queue: EventQueue): (() => void) => {
  const onHide = () => {
    if (document.visibilityState === 'hidden') queue.leave()
  }
  document.addEventListener('visibilitychange', onHide)
  window.addEventListener('pagehide', queue.leave)
  return () => {
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('pagehide', queue.leave)
    queue.leave()
    queue.stop()
  }
}

const createAppQueue = (client: AuspexClient): EventQueue =>
  createEventQueue({
    send: (events, isLeaving) => sendEvents(client, events, isLeaving),
    isOn: isActivityRecorded,
    schedule: runWhenIdle,
    now: () => new Date(),
    userAgent: navigator.userAgent.slice(0, 500),
  })

const sendEvents = async (client: AuspexClient, events: EventInput[], isLeaving: boolean): Promise<SendOutcome> => {
  try {
    const { stored } = await recordEvents({ events }, { client, keepalive: isLeaving, retry: false, timeout: 15_000 })
    return stored === 0 ? 'refused' : 'stored'
  } catch (error) {
    return error instanceof AuspexError && error.isRetryable ? 'later' : 'refused'
  }
}

const runWhenIdle = (run: () => void, waitMs: number): (() => void) => {
  let idle: number | undefined
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = window.requestIdleCallback(run, { timeout: 10_000 })
    else run()
  }, waitMs)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) window.cancelIdleCallback(idle)
  }
}
