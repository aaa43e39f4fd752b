import type { Hooks } from '@auspex/sdk'

/** Reports which operations of the API succeeded, so that reactions to an operation do not depend on the page that called it. */
export interface OperationEvents {
  /** Pass these to the client. */
  readonly hooks: Pick<Hooks, 'afterResponse'>
  /** Calls `listener` with each operationId, including those that succeeded while there was no listener; returns an unsubscribe function. */
  readonly subscribe: (listener: (operation: string) => void) => () => void
}

export const createOperationEvents = (): OperationEvents => {
  const listeners = new Set<(operation: string) => void>()
  // a page loads before the app around it is rendered
  const unreported = new Set<string>()
  return {
    hooks: {
      afterResponse: ({ operation, response }) => {
        if (!response.ok || operation === null) return
        if (listeners.size === 0) unreported.add(operation)
        for (const listener of listeners) listener(operation)
      },
    },
    subscribe: (listener) => {
      listeners.add(listener)
      const earlier = [...unreported]
      unreported.clear()
      for (const operation of earlier) listener(operation)
      return () => void listeners.delete(listener)
    },
  }
}
