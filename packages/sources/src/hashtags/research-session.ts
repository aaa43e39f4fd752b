import type { HttpResult, PostingHttp } from '../http/http.types.ts'
import { schemaChanged } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import { parseResearchToken } from './research-interface.parse.ts'

/** A token is renewed this long before it expires, so that none expires in transit. */
const marginMs = 60_000

export interface ResearchSessionOptions {
  http: PostingHttp
  clock: Clock
  tokenUrl: string
  /** Client key and secret of an approved project, joined by a colon. */
  credentials: string
}

/**
 * Signs in a research project (client credentials) and sends requests on its behalf; a rejected token is replaced once.
 */
export function createResearchSession({ http, clock, tokenUrl, credentials }: ResearchSessionOptions) {
  const [clientKey = '', clientSecret = ''] = credentials.split(':')
  let token: { value: string; untilMs: number } | null = null

  async function signIn(signal: AbortSignal): Promise<{ value: string } | Extract<HttpResult, { ok: false }>> {
    if (token !== null && clock().getTime() < token.untilMs) return token
    const answer = await http.post({
      url: tokenUrl,
      form: { client_key: clientKey, client_secret: clientSecret, grant_type: 'client_credentials' },
      signal,
      expect: 'json',
      failureTexts: [{ pattern: /invalid_client|invalid_grant|unauthorized_client/i, status: 'auth' }],
    })
    if (!answer.ok) return answer
    const read = parseResearchToken(answer.body)
    if (read === null) return { ok: false, ...schemaChanged, httpStatus: answer.httpStatus }
    token = { value: read.value, untilMs: clock().getTime() + read.seconds * 1000 - marginMs }
    return token
  }

  async function postOnce(url: string, json: object, signal: AbortSignal): Promise<HttpResult> {
    const signedIn = await signIn(signal)
    if ('ok' in signedIn) return signedIn
    const answer = await http.postJson({
      url,
      json,
      signal,
      expect: 'json',
      headers: { authorization: `Bearer ${signedIn.value}` },
    })
    if (!answer.ok && answer.httpStatus === 401) token = null
    return answer
  }

  return {
    async post(url: string, json: object, signal: AbortSignal): Promise<HttpResult> {
      const hadToken = token !== null
      const answer = await postOnce(url, json, signal)
      return hadToken && !answer.ok && answer.httpStatus === 401 ? postOnce(url, json, signal) : answer
    },
  }
}
