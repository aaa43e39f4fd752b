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

  const unexpiredToken = () => (token !== null && clock().getTime() < token.untilMs ? token : null)

  async function signIn(signal: AbortSignal): Promise<{ value: string } | HttpFailure> {
    const answer = await requestToken(signal)
    if (!answer.ok) return answer
    const parsed = parseToken(answer.body)
    if (parsed === null) return { ok: false, ...schemaChanged, httpStatus: answer.httpStatus }
    token = { value: parsed.value, untilMs: clock().getTime() + parsed.seconds * 1000 - marginMs }
    return token
  }

  async function sendWith(used: { value: string }, send: Send): Promise<HttpResult> {
    const answer = await send({ authorization: `Bearer ${used.value}` })
    // another request may have replaced it meanwhile
    if (isUnauthorized(answer) && token === used) token = null
    return answer
  }

  return async (send: Send, signal: AbortSignal): Promise<HttpResult> => {
    const earlier = unexpiredToken()
    if (earlier !== null) {
      const answer = await sendWith(earlier, send)
      if (!isUnauthorized(answer)) return answer
    }
    // the earlier token was revoked; if a fresh one is rejected too, so is the application
    const signedIn = unexpiredToken() ?? (await signIn(signal))
    return 'ok' in signedIn ? signedIn : sendWith(signedIn, send)
  }
}

function isUnauthorized(answer: HttpResult): boolean {
  return !answer.ok && answer.httpStatus === 401
}
