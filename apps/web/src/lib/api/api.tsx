import type { Hooks, AuspexClient } from '@auspex/sdk'
import { createContext, type PropsWithChildren, use, useEffect } from 'react'

/** Reports which operations of the API succeeded, so that reactions to an operation do not depend on the page that called it. */
export interface OperationEvents {
  /** Pass these to the client. */
  readonly hooks: { readonly afterResponse: Hooks['afterResponse'] }
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

/** Calls `listener` with each operation that succeeds; operations that succeed while it is null are reported later. Pass a stable function. */
export const useOperations = (listener: ((operation: string) => void) | null): void => {
  const operations = use(OperationsContext)
  useEffect(() => (listener === null ? undefined : operations?.subscribe(listener)), [operations, listener])
}

/** The client of the signed-in person. */
export const useClient = (): AuspexClient => {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient needs an ApiProvider above it')
  return client
}
