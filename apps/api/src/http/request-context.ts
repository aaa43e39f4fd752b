import type { AuspexClient } from '@auspex/sdk'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RecordSecurityEvent } from '../kernel/security-event.ts'
import { describeCaller } from './describe-caller.ts'
import type { RequestContext } from './handlers.ts'

export interface RequestContextOptions {
  /** Aborted when the server stops. */
  stopping: AbortSignal
  recordSecurityEvent: RecordSecurityEvent
  /** A client of this API for the bearer of a token. */
  createClient: (authorization: string) => AuspexClient
}

/**
 * Builds the context of an operation. The signal is created on first use, because most operations answer at once and never need it. `actor` is absent
 * on operations without sign-in; their type hides it. Without a reply, the signal is that of the server only, for work that continues when its caller
 * disconnects.
 */
export function createRequestContext(
  request: FastifyRequest,
  reply: FastifyReply | null,
  { stopping, recordSecurityEvent, createClient }: RequestContextOptions,
): RequestContext {
  let signal: AbortSignal | undefined
  let client: AuspexClient | undefined
  return {
    actor: request.actor as NonNullable<typeof request.actor>, // set by the hook of every secured operation
    requestId: request.id,
    log: request.log,
    get signal() {
      signal ??= reply === null ? stopping : AbortSignal.any([stopping, hangUpSignal(reply)])
      return signal
    },
    get client() {
      client ??= createClient(request.headers.authorization ?? '')
      return client
    },
    recordSecurityEvent: (name, facts = {}) => recordSecurityEvent({ ...describeCaller(request), name, facts }),
  }
}

function hangUpSignal(reply: FastifyReply): AbortSignal {
  const hangUp = new AbortController()
  const abort = () => {
    if (!reply.raw.writableFinished) hangUp.abort()
  }
  if (reply.raw.destroyed) abort()
  else reply.raw.once('close', abort)
  return hangUp.signal
}
