import type { AssistantEvent } from '../../generated/model/index.ts'

/** The latest events of the streams, for developers. */
export interface EventLog {
  readonly add: (event: AssistantEvent) => void
  readonly get: () => readonly AssistantEvent[]
  readonly subscribe: (listener: () => void) => () => void
}

const maxEvents = 200

export const createEventLog = (): EventLog => {
  let events: readonly AssistantEvent[] = []
  const listeners = new Set<() => void>()
  return {
    add: (event) => {
      events = [...events, event].slice(-maxEvents)
      for (const listener of listeners) listener()
    },
    get: () => events,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
