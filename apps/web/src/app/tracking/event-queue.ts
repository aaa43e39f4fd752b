import type { EventData, EventInput } from '@auspex/sdk'

/** As many as the server takes at once; more wait for nobody: the oldest are dropped. */
const mostEvents = 100
/** Events are sent together, at most this much later. Each batch counts as a write of the person, of which a day has a thousand. */
const waitMs = 60_000

/** What became of a batch: stored, to be sent once more later, or not wanted. */
export type SendOutcome = 'stored' | 'later' | 'refused'

interface EventQueueOptions {
  /** Sends a batch; `isLeaving` when the page may be gone before the answer. Never rejects. */
  readonly send: (events: EventInput[], isLeaving: boolean) => Promise<SendOutcome>
  /** Whether the person lets the app record. */
  readonly isOn: () => boolean
  /** Runs it later, when the browser has nothing better to do; returns how to stop it. */
  readonly schedule: (run: () => void, waitMs: number) => () => void
  readonly now: () => Date
  readonly userAgent: string
}

export interface EventQueue {
  readonly add: (data: EventData) => void
  /** Sends what waits; the page is being left. */
  readonly leave: () => void
  /** Sends nothing by itself from now on, until an event is added. */
  readonly stop: () => void
}

/** Events on their way to the server. Losing some is better than disturbing anybody. */
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
    // A batch that fails after the queue was stopped is dropped: sent later, it would go out as whoever is signed in by then.
    if (outcome === 'later' && !isStopped) {
      events = [...batch, ...events].slice(-mostEvents)
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
      events = [...events, { data, time: now().toISOString(), userAgent }].slice(-mostEvents)
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
