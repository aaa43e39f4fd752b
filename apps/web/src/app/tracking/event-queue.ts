import type { EventData, EventInput } from '@auspex/sdk'

/** The server's limit per request; beyond it the oldest events are dropped. */
const maxEvents = 100
/** The maximum delay before events are sent, together. Each batch counts as a write of the person, who has a thousand a day. */
const waitMs = 60_000

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

export interface EventQueue {
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
    cancel ??= schedule(() => void flush(false), waitMs)
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
