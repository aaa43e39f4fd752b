import { schemaChanged } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import type { FailureText, HttpFailure, HttpResult } from './http.types.ts'

/** A token is renewed this long before it expires, so that none expires in transit. */
const marginMs = 60_000

/** How servers of OAuth 2.0 refuse the credentials of an application. */
export const refusedCredentials: readonly FailureText[] = [
  { pattern: /invalid_client|invalid_grant|unauthorized_client/i, status: 'auth' },
]

export interface TokenSessionOptions {
  clock: Clock
  /** Signs the application in. */
  requestToken: (signal: AbortSignal) => Promise<HttpResult>
  /** Null when the body has another shape. */
  parseToken: (body: string) => { value: string; seconds: number } | null
}

/** Sends one request with these headers. */
type Send = (headers: { authorization: string }) => Promise<HttpResult>

/**
 * Signs in an application (OAuth 2.0, client credentials) and sends requests on its behalf. A token is used until shortly before it expires; one that
 * is rejected earlier is replaced once.
 */
export function createTokenSession({ clock, requestToken, parseToken }: TokenSessionOptions) {
  let token: { value: string; untilMs: number } | null = null

  async function signIn(signal: AbortSignal): Promise<{ value: string } | HttpFailure> {
    if (token !== null && clock().getTime() < token.untilMs) return token
    const answer = await requestToken(signal)
    if (!answer.ok) return answer
    const parsed = parseToken(answer.body)
    if (parsed === null) return { ok: false, ...schemaChanged, httpStatus: answer.httpStatus }
    token = { value: parsed.value, untilMs: clock().getTime() + parsed.seconds * 1000 - marginMs }
    return token
  }

  async function sendOnce(send: Send, signal: AbortSignal): Promise<HttpResult> {
    const signedIn = await signIn(signal)
    if ('ok' in signedIn) return signedIn
    const answer = await send({ authorization: `Bearer ${signedIn.value}` })
    if (!answer.ok && answer.httpStatus === 401) token = null
    return answer
  }

  return async (send: Send, signal: AbortSignal): Promise<HttpResult> => {
    const hadToken = token !== null
    const answer = await sendOnce(send, signal)
    // The token was revoked; if a fresh one is rejected too, so is the application.
    return hadToken && !answer.ok && answer.httpStatus === 401 ? sendOnce(send, signal) : answer
  }
}
