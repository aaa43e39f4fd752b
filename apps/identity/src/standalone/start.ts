import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWebClient } from '../clients/first-party-client.ts'
import { createIdentityProvider } from '../provider/create-identity-provider.ts'
import type { Database } from '../storage/database.ts'
import type { Environment } from './environment.ts'

const SWEEP_EVERY_MS = 300_000

export interface StandaloneProvider {
  /** The port it listens on, chosen by the system when the setting was 0. */
  port: number
  stop(): Promise<void>
}

/** Runs the provider as a server of its own; browsers of the web origin may call it (CORS). */
export async function startStandalone(environment: Environment, database: Database): Promise<StandaloneProvider> {
  const idp = await createIdentityProvider({
    issuer: environment.OIDC_ISSUER,
    database,
    clients: [createWebClient(environment.WEB_ORIGIN)],
    apiAudience: environment.API_AUDIENCE,
    trustProxy: environment.AUSPEX_TRUST_PROXY,
  })
  const server = createServer((request, response) => void idp.handler(request, response))
  server.listen(environment.AUSPEX_PORT)
  await once(server, 'listening')
  const timer = setInterval(
    () => void idp.sweep().catch((error) => console.error('identity provider:', error)),
    SWEEP_EVERY_MS,
  )
  return {
    // A listening TCP server has an address object.
    port: (server.address() as AddressInfo).port,
    async stop() {
      clearInterval(timer)
      const stopped = once(server, 'close')
      server.close()
      await idp.close()
      server.closeAllConnections()
      await stopped
    },
  }
}
