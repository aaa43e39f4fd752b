import {
  type AuspexClient,
  AuspexError,
  type EventInput,
  recordEvents,
  type UserProfile,
  type EventData,
} from '@auspex/sdk'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { isActivityRecorded } from '../../lib/activity-setting.ts'
import { useClient, useOperations } from '../../lib/api.tsx'
import { createEventQueue, type EventQueue, type SendOutcome } from './event-queue.ts'
import { toOperationEvent } from './operation-events.ts'

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
export const useTracking = ({ isActivityRecorded: isWanted }: Pick<UserProfile, 'isActivityRecorded'>): void => {
  const client = useClient()
  const queue = useMemo(() => (isWanted ? createAppQueue(client) : null), [client, isWanted])
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
