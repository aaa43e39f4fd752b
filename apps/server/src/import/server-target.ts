import { createClient, finishImport, getStatus, startImport, storeImportBatch } from '@auspex/sdk'
import { requestBatch } from './batches.ts'
import type { ImportTarget } from './import-target.ts'

export interface ServiceCredentials {
  readonly client_id: string
  readonly client_secret: string
}

/** Whether a server answers there. */
export async function serverAnswers(publicUrl: string): Promise<boolean> {
  const client = createClient({ baseUrl: `${publicUrl}/api`, retry: false })
  return getStatus({ client, timeout: 3000 }).then(
    () => true,
    () => false,
  )
}

/** Gets an access token by the standard client_credentials grant: for one scope, or for all that the client may do. */
export async function getServiceToken(
  issuer: string,
  { client_id, client_secret }: ServiceCredentials,
  scope?: string,
): Promise<string> {
  const discovery = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const { token_endpoint } = (await discovery.json()) as { token_endpoint: string }
  const response = await fetch(token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      ...(scope === undefined ? {} : { scope }),
    }),
  })
  if (!response.ok)
    throw new Error(
      `The identity provider refused the service client (${response.status}). Check AUSPEX_CLIENT_ID and AUSPEX_CLIENT_SECRET.`,
    )
  return ((await response.json()) as { access_token: string }).access_token
}

/**
 * A server whose disk is full asks for a minute. Waiting that long again and again would look like an import that hangs, so it stops and says why;
 * the same command goes on once there is room.
 */
const longestWaitMs = 30_000

/** Imports through the running server, as the service client. */
export async function createServerTarget(
  publicUrl: string,
  issuer: string,
  credentials: ServiceCredentials,
): Promise<ImportTarget> {
  const renew = () => getServiceToken(issuer, credentials, 'import')
  let token = await renew()
  const client = createClient({
    baseUrl: `${publicUrl}/api`,
    auth: { getToken: () => token, refresh: async () => (token = await renew()) },
    retry: { maxRetryAfterMs: longestWaitMs },
  })
  return {
    batchSize: requestBatch,
    // requests that run beside each other may arrive in another order
    batchesAtOnce: 1,
    name: publicUrl,
    start: (file) => startImport(file, { client }),
    store: (importId, batch) => storeImportBatch(importId, batch, { client }),
    finish: (importId, failure) =>
      finishImport(importId, failure === undefined ? { state: 'completed' } : { state: 'failed', failure }, { client }),
    close: () => Promise.resolve(),
  }
}
