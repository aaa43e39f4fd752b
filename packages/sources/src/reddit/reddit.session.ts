import type { HttpResult, PostingHttp } from '../http/http.types.ts'
import { schemaChanged } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import { parseToken } from './reddit.parse.ts'

/** A token is renewed this long before it expires, so that none expires in transit. */
const marginMs = 60_000

export interface RedditSessionOptions {
  http: PostingHttp
  clock: Clock
  tokenUrl: string
  /** Client id and secret, joined by a colon. */
  credentials: string
}

/**
 * Signs in an application (OAuth 2.0, client credentials) and sends requests on its behalf. A token is used until
 * shortly before it expires; one that is rejected earlier is replaced once.
 */
export function createRedditSession({ http, clock, tokenUrl, credentials }: RedditSessionOptions) {
  let token: { value: string; untilMs: number } | null = null

  async function signIn(signal: AbortSignal): Promise<{ value: string } | Extract<HttpResult, { ok: false }>> {
    if (token !== null && clock().getTime() < token.untilMs) return token
    const answer = await http.post({
      url: tokenUrl,
      form: { grant_type: 'client_credentials' },
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      signal,
      expect: 'json',
      failureTexts: [{ pattern: /invalid_grant|invalid_client|unauthorized_client/i, status: 'auth' }],
    })
    if (!answer.ok) return answer
    const read = parseToken(answer.body)
    if (read === null) return { ok: false, ...schemaChanged, httpStatus: answer.httpStatus }
    token = { value: read.value, untilMs: clock().getTime() + read.seconds * 1000 - marginMs }
    return token
  }

  async function get(url: string, signal: AbortSignal): Promise<HttpResult> {
    const signedIn = await signIn(signal)
    if ('ok' in signedIn) return signedIn
    const answer = await http.get({
      url,
      signal,
      expect: 'json',
      headers: { authorization: `Bearer ${signedIn.value}` },
    })
    if (!answer.ok && answer.httpStatus === 401) token = null
    return answer
  }

  return {
    async get(url: string, signal: AbortSignal): Promise<HttpResult> {
      const hadToken = token !== null
      const answer = await get(url, signal)
      // The token was revoked; if a fresh one is rejected too, so is the application.
      return hadToken && !answer.ok && answer.httpStatus === 401 ? get(url, signal) : answer
    },
  }
}
