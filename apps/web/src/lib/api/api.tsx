import type { Hooks, AuspexClient } from '@auspex/sdk'
import { createContext, type PropsWithChildren, use, useEffect, useRef } from 'react'

type Listener = (operation: string) => void

/** Reports which operations of the API succeeded, so that reactions to an operation do not depend on the page that called it. */
export interface OperationEvents {
  /** Pass these to the client. */
  readonly hooks: { readonly afterResponse: Hooks['afterResponse'] }
  /**
   * Calls `listener` with the operationId of every operation from now on. The returned function unsubscribes and returns a position: passed as
   * `since` to the next subscription, it first gets what was missed, at most the last 100.
   */
  readonly subscribe: (listener: Listener, since?: number) => () => number
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
        for (const listener of listeners) {
          try {
            listener(operation)
          } catch (error) {
            // a defect of what reacts to a call must not make the call fail
            reportError(error)
          }
        }
      },
    },
    subscribe: (listener, since = 0) => {
      const missed = Math.min(count - since, recent.length)
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
  const position = useRef(0)
  useEffect(() => {
    if (listener === null || operations === null) return undefined
    const unsubscribe = operations.subscribe(listener, position.current)
    return () => {
      position.current = unsubscribe()
    }
  }, [operations, listener])
}

/** The client of the signed-in person. */
export const useClient = (): AuspexClient => {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient needs an ApiProvider above it')
  return client
}
