import { createContext, type PropsWithChildren, use, useEffect } from 'react'
import type { AuspexClient } from '@auspex/sdk'
import type { OperationEvents } from './operation-events.ts'

interface Api {
  client: AuspexClient
  operations: Pick<OperationEvents, 'subscribe'>
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
