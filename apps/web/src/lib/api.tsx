import { createContext, type PropsWithChildren, use } from 'react'
import type { AuspexClient } from '@auspex/sdk'

const ClientContext = createContext<AuspexClient | null>(null)

export const ApiProvider = ({ client, children }: PropsWithChildren<{ client: AuspexClient }>) => (
  <ClientContext value={client}>{children}</ClientContext>
)

/** The client of the signed-in person. */
export const useClient = (): AuspexClient => {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient needs an ApiProvider above it')
  return client
}
