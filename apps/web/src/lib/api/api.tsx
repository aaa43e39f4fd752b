import type { Hooks, AuspexClient } from '@auspex/sdk'
import { createContext, type PropsWithChildren, use, useEffect, useRef } from 'react'

type Listener = (operation: string) => void

/** Reports which operations of the API succeeded, so that reactions to an operation do not depend on the page that called it. */
export interface OperationEvents {
  /** Pass these to the client. */
  readonly hooks: { readonly afterResponse: Hooks['afterResponse'] }
  /**
   * Calls `listener` with the operationId of each operation, first with the recent ones after the first `seen`. Returns a function that
   * unsubscribes and returns how many the listener has seen, to continue from there.
   */
  readonly subscribe: (listener: Listener, seen?: number) => () => number
}

/** How many operations are remembered for a listener that subscribes late: far more than a page sends before the app around it is rendered. */
const maxRecent = 100

export const createOperationEvents = (): OperationEvents => {
  const listeners = new Set<Listener>()
  const recent: string[] = []
  let count = 0
  return {
    hooks: {
      afterResponse: ({ operation, response }) => {
        if (!response.ok || operation === null) return
        count += 1
        recent.push(operation)
        if (recent.length > maxRecent) recent.shift()
        for (const listener of listeners) listener(operation)
      },
    },
    subscribe: (listener, seen = 0) => {
      const missed = Math.min(count - seen, recent.length)
      for (const operation of recent.slice(recent.length - missed)) listener(operation)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        return count
      }
    },
  }
}

interface Api {
  client: AuspexClient
  operations: { readonly subscribe: OperationEvents['subscribe'] }
}

const ClientContext = createContext<AuspexClient | null>(null)
const OperationsContext = createContext<Api['operations'] | null>(null)

export const ApiProvider = ({ client, operations, children }: PropsWithChildren<Api>) => (
  <ClientContext value={client}>
    <OperationsContext value={operations}>{children}</OperationsContext>
  </ClientContext>
)

/** Calls `listener` once with each operation that succeeds; those that succeed while it is null are reported later. Pass a stable function. */
export const useOperations = (listener: Listener | null): void => {
  const operations = use(OperationsContext)
  const seen = useRef(0)
  useEffect(() => {
    if (listener === null || operations === null) return undefined
    const unsubscribe = operations.subscribe(listener, seen.current)
    return () => {
      seen.current = unsubscribe()
    }
  }, [operations, listener])
}

/** The client of the signed-in person. */
export const useClient = (): AuspexClient => {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient needs an ApiProvider above it')
  return client
}
