import {
  type AuspexError,
  createClient,
  finishImport,
  getStatus,
  HookError,
  startImport,
  storeImportBatch,
} from '@auspex/sdk'
import type { Import, ImportBatch, StartImportInput } from '@auspex/sdk/types'
import { type BatchSize, requestBatch } from './batches.ts'

export interface ServiceCredentials {
  readonly client_id: string
  readonly client_secret: string
}

/** Whether a server answers at this address. */
export async function serverAnswers(publicUrl: string): Promise<boolean> {
  const client = createClient({ baseUrl: `${publicUrl}/api`, retry: false })
  return getStatus({ client, timeout: 3000 }).then(
    () => true,
    () => false,
  )
}

/** Gets an access token with the standard client_credentials grant: for one scope, or for all that the client has. */
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

const outOfRoom = new Set<string | null>(['database.full', 'database.read_only'])

/**
 * It is worth waiting for a busy server. One without disk space stays so until a person frees some, and waiting as long as it requests, for the
 * batch and then for the end of the import, took four minutes without a message.
 */
function stopWhenOutOfRoom({ error }: { error: AuspexError }): void {
  if (outOfRoom.has(error.code)) throw error
}

/** The server's own error, which the SDK wraps if a hook throws it. */
async function unwrapHookError<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw error instanceof HookError ? error.cause : error
  })
}

/** Tokens of the service client: the first one now, a new one whenever it expires. */
async function renewServiceToken(issuer: string, credentials: ServiceCredentials) {
  const renew = () => getServiceToken(issuer, credentials, 'import')
  let token = await renew()
  return { getToken: () => token, refresh: async () => (token = await renew()) }
}

/** Imports through the running server, as the service client or as the owner of a personal access token. */
export async function createServerTarget(
  publicUrl: string,
  issuer: string,
  credentials: ServiceCredentials | { personalToken: string },
): Promise<ImportTarget> {
  const auth =
    'personalToken' in credentials
      ? { getToken: () => credentials.personalToken }
      : await renewServiceToken(issuer, credentials)
  const client = createClient({ baseUrl: `${publicUrl}/api`, auth, hooks: { onRetry: stopWhenOutOfRoom } })
  return {
    batchSize: requestBatch,
    batchesAtOnce: 2,
    name: publicUrl,
    start: (file) => unwrapHookError(startImport(file, { client })),
    store: (importId, batch) => unwrapHookError(storeImportBatch(importId, batch, { client })),
    finish: (importId, failure) =>
      unwrapHookError(
        finishImport(importId, failure === undefined ? { state: 'completed' } : { state: 'failed', failure }, {
          client,
        }),
      ),
    close: () => Promise.resolve(),
  }
}

/** Where an import goes: the running server, or the library itself if no server is running. */
export interface ImportTarget {
  /** The target's name in messages to people. */
  readonly name: string
  readonly batchSize: BatchSize
  /** How many batches of an import may be sent before the first of them is stored; they are stored in order. */
  readonly batchesAtOnce: number
  start(file: StartImportInput): Promise<Import>
  store(importId: string, batch: ImportBatch): Promise<Import>
  /** Finishes an import as complete, or as failed with a reason. */
  finish(importId: string, failure?: string): Promise<Import>
  close(): Promise<void>
}
