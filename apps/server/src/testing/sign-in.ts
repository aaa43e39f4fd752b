import { createHash, randomBytes } from 'node:crypto'

export interface Credentials {
  login: string
  password: string
}

export interface SignedIn {
  /** The status of the last page, if the sign-in was refused. */
  status: number
  accessToken: string | null
  /** Sends the token request again, as an eavesdropper would. */
  replay(): Promise<Response>
  /** All secrets that were sent over the network. */
  secrets: string[]
}

/** Signs a person in at a running server's embedded provider, like the web app: with a code, PKCE and cookies. */
export async function signIn(url: string, { login, password }: Credentials): Promise<SignedIn> {
  const issuer = `${url}/identity`
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
  const follow = async (first: Response, from: string): Promise<{ at: string; response: Response }> => {
    let [response, at] = [first, from]
    while (response.status >= 300 && response.status < 400) {
      at = new URL(response.headers.get('location') ?? '', at).href
      if (at.startsWith(`${url}/auth/login-callback`)) break
      response = await request(at)
    }
    return { at, response }
  }

  const verifier = randomBytes(48).toString('base64url')
  const redirectUri = `${url}/auth/login-callback`
  const query = new URLSearchParams({
    client_id: 'auspex-web',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email organization',
    state: randomBytes(12).toString('hex'),
    nonce: randomBytes(12).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const page = await follow(await request(`${issuer}/auth?${query}`), issuer)
  const form = { method: 'POST', body: new URLSearchParams({ login, password }), headers: { origin: url } }
  const { at, response } = await follow(await request(`${page.at}/login`, form), page.at)
  const code = new URL(at).searchParams.get('code')
  const secrets = [login, password, verifier, ...[...cookies.values()].filter((value) => value.length > 8)]
  const exchange = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'auspex-web',
    redirect_uri: redirectUri,
    code: code ?? '',
    code_verifier: verifier,
  })
  const replay = () => fetch(`${issuer}/token`, { method: 'POST', body: exchange })
  if (code === null) return { status: response.status, accessToken: null, replay, secrets }
  const reply = await replay()
  // RFC 6749 §5.1
  const tokens = (await reply.json()) as { access_token: string; id_token: string; refresh_token?: string }
  return {
    status: reply.status,
    accessToken: tokens.access_token,
    replay,
    secrets: [...secrets, code, tokens.access_token, tokens.id_token, tokens.refresh_token ?? code],
  }
}
