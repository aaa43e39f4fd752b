import type { Auth } from './auth.ts'
import { findEndpoint, type ProviderOptions, readAnswer } from './provider-request.ts'

export interface ClientCredentialsOptions extends ProviderOptions {
  clientId: string
  /** A secret: keep it on a server, never in a browser */
  clientSecret: string
  /** The scope of the token, for example `search` */
  scope?: string
  /** The audience of the token, where the provider requires it */
  resource?: string
  /** Milliseconds since the epoch. @default Date.now */
  now?(): number
}

interface Grant {
  readonly token: string
  /** When to request the next one, in milliseconds since the epoch */
  readonly renewAt: number
}

/** A new token is requested this many seconds before the old one expires, or after half of a shorter lifetime. */
const marginSeconds = 30

/**
 * Tokens of a service that acts for itself (RFC 6749, section 4.4). One token serves all calls until shortly before it expires; however many calls
 * wait, there is one request to the provider. After a failure, the next call requests again.
 */
export const clientCredentials = (options: ClientCredentialsOptions): Required<Pick<Auth, 'getToken' | 'refresh'>> => {
  const { now = Date.now } = options
  let grant: Grant | undefined
  let pendingGrant: Promise<Grant> | undefined
  const fetchToken = async (): Promise<string> => {
    pendingGrant ??= requestToken(options, now).finally(() => (pendingGrant = undefined))
    grant = await pendingGrant
    return grant.token
  }
  return {
    getToken: () => (grant && now() < grant.renewAt ? grant.token : fetchToken()),
    refresh: fetchToken,
  }
}

const requestToken = async (options: ClientCredentialsOptions, now: () => number): Promise<Grant> => {
  const { issuer, clientId, clientSecret, scope, resource } = options
  const endpoint = await findEndpoint(options, 'token_endpoint', 'token endpoint')
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope && { scope }),
    ...(resource && { resource }),
  })
  // Both are form-encoded first (RFC 6749, section 2.3.1).
  const authorization = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`
  const answer = await readAnswer(options, endpoint, { method: 'POST', body, headers: { authorization } })
  const { access_token: token, expires_in: lifetime } = answer
  if (typeof token !== 'string' || token === '') throw new Error(`${issuer} gave no access token`)
  // A token with an unknown lifetime is used once.
  const seconds = typeof lifetime === 'number' ? lifetime : 0
  return { token, renewAt: now() + Math.max(seconds - marginSeconds, seconds / 2) * 1000 }
}
