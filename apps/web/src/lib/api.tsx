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

/** Calls `listener` with each operation that succeeds; what succeeds while it is null is told later. It must stay the same function while nothing changes. */
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
