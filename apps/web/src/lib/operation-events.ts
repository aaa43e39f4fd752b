import type { Hooks } from '@auspex/sdk'

/** Tells which operations of the API succeeded, so that what follows from one needs no word from the page that called it. */
export interface OperationEvents {
  /** Give them to the client. */
  readonly hooks: Pick<Hooks, 'afterResponse'>
  /** Calls `listener` with each operationId, also with those that succeeded while nobody listened; returns how to stop. */
  readonly subscribe: (listener: (operation: string) => void) => () => void
}

export const createOperationEvents = (): OperationEvents => {
  const listeners = new Set<(operation: string) => void>()
  // a page is loaded before the app around it is drawn
  const untold = new Set<string>()
  return {
    hooks: {
      afterResponse: ({ operation, response }) => {
        if (!response.ok || operation === null) return
        if (listeners.size === 0) untold.add(operation)
        for (const listener of listeners) listener(operation)
      },
    },
    subscribe: (listener) => {
      listeners.add(listener)
      const earlier = [...untold]
      untold.clear()
      for (const operation of earlier) listener(operation)
      return () => void listeners.delete(listener)
    },
  }
}
