import { createHash, randomBytes } from 'node:crypto'

export interface Credentials {
  login: string
  password: string
}

export interface SignedIn {
  /** The status of the last page, if the sign-in was refused. */
  status: number
  accessToken: string | null
  refreshToken: string | null
  /** Where the browser arrived. */
  at: string
  /** The request for tokens: a code, the verifier of PKCE and the client. */
  exchange: URLSearchParams
  /** Sends the token request again, as an eavesdropper would. */
  replay(): Promise<Response>
  /** All secrets that were sent over the network. */
  secrets: string[]
}

/** An app that people sign in to; the web app by default. */
export interface SignInApp {
  clientId: string
  redirectUri: string
  scope: string
}

/** A browser, as far as sign-in needs one: it keeps cookies and follows redirects up to the address of an app. */
export function createBrowser() {
  const cookies = new Map<string, string>()
  const request = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('accept', 'text/html')
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const follow = async (first: Response, from: string, end: string): Promise<{ at: string; response: Response }> => {
    let [response, at] = [first, from]
    while (response.status >= 300 && response.status < 400) {
      at = new URL(response.headers.get('location') ?? '', at).href
      if (at.startsWith(end)) break
      response = await request(at)
    }
    return { at, response }
  }
  const submit = (address: string, fields: Record<string, string> = {}): Promise<Response> =>
    request(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: new URL(address).origin },
    })
  return { cookies, request, follow, submit }
}

/** Signs a person in at a running server's embedded provider, like the web app: with a code, PKCE and cookies; and consents to the scopes that another app requests. */
export async function signIn(
  url: string,
  { login, password }: Credentials,
  app: SignInApp = {
    clientId: 'auspex-web',
    redirectUri: `${url}/auth/login-callback`,
    scope: 'openid profile email organization',
  },
  browser = createBrowser(),
): Promise<SignedIn> {
  const issuer = `${url}/identity`
  const { clientId, redirectUri, scope } = app
  const verifier = randomBytes(48).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: randomBytes(12).toString('hex'),
    nonce: randomBytes(12).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const isArrived = (address: string) => address.startsWith(redirectUri)
  let place = await browser.follow(await browser.request(`${issuer}/auth?${query}`), issuer, redirectUri)
  if (!isArrived(place.at) && place.response.status === 200)
    place = await browser.follow(await browser.submit(`${place.at}/login`, { login, password }), place.at, redirectUri)
  if (!isArrived(place.at) && place.response.status === 200 && clientId !== 'auspex-web')
    place = await browser.follow(await browser.submit(`${place.at}/confirm`), place.at, redirectUri)
  const { at, response } = place
  const code = new URL(at).searchParams.get('code')
  const secrets = [login, password, verifier, ...[...browser.cookies.values()].filter((value) => value.length > 8)]
  const exchange = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code: code ?? '',
    code_verifier: verifier,
  })
  const replay = () => fetch(`${issuer}/token`, { method: 'POST', body: exchange })
  const refused = { status: response.status, accessToken: null, refreshToken: null, at, exchange, replay, secrets }
  if (code === null) return refused
  const reply = await replay()
  if (!reply.ok) return { ...refused, status: reply.status }
  // RFC 6749 §5.1
  const tokens = (await reply.json()) as { access_token: string; id_token: string; refresh_token?: string }
  return {
    ...refused,
    status: reply.status,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    secrets: [...secrets, code, tokens.access_token, tokens.id_token, tokens.refresh_token ?? code],
  }
}
