import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTerminalClient, createWebClient } from '../clients/first-party-client.ts'
import { createIdentityProvider, type IdentityProvider } from '../provider/create-identity-provider.ts'
import type { Database } from '../storage/database.ts'
import type { Environment } from './environment.ts'

const sweepEveryMs = 300_000

export interface StandaloneProvider {
  /** The port it listens on; chosen by the system if the setting was 0. */
  port: number
  stop(): Promise<void>
}

/** Time limits for the headers and for an entire request, and how often they are checked. */
const limits = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}

/** A failure ends only its own request; unhandled, it would end the process. */
async function answer(idp: IdentityProvider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on('error', (error) => console.error('identity provider:', error))
  try {
    await idp.handler(request, response)
  } catch (error) {
    console.error('identity provider:', error)
    if (response.headersSent) response.destroy()
    else response.writeHead(500).end()
  }
}

/** Runs the provider as a separate server; browsers on the web origin may call it (CORS). */
export async function startStandalone(environment: Environment, database: Database): Promise<StandaloneProvider> {
  const idp = await createIdentityProvider({
    issuer: environment.OIDC_ISSUER,
    database,
    clients: [createWebClient(environment.WEB_ORIGIN), createTerminalClient()],
    apiAudience: environment.API_AUDIENCE,
    trustProxy: environment.AUSPEX_TRUST_PROXY,
    sessionDays: environment.AUSPEX_SESSION_DAYS,
    encryptionKey: environment.AUSPEX_ENCRYPTION_KEY ?? null,
  })
  const isSecure = new URL(environment.OIDC_ISSUER).protocol === 'https:'
  const server = createServer(limits, (request, response) => {
    if (isSecure) response.setHeader('strict-transport-security', 'max-age=31536000')
    void answer(idp, request, response)
  })
  server.listen(environment.AUSPEX_PORT)
  await once(server, 'listening')
  const timer = setInterval(
    () => void idp.sweep().catch((error) => console.error('identity provider:', error)),
    sweepEveryMs,
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
