/** How an OpenID provider is called. */
export interface ProviderOptions {
  /** The provider's address, for example `https://auspex.example/identity` */
  issuer: string
  /** @default globalThis.fetch */
  fetch?: typeof globalThis.fetch
  /** Timeout for each response of the provider in milliseconds. @default 10000 */
  timeoutMs?: number
}

export type ProviderAnswer = Readonly<Record<string, unknown>>

/** The provider refused, or did not answer as one. Contains its code, never what was sent. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  /** The OAuth error, such as `invalid_grant`; null when it named none. */
  readonly code: string | null

  constructor(message: string, code: string | null = null, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The address of one of the provider's endpoints, from its discovery document. */
export const findEndpoint = async (options: ProviderOptions, name: string, words: string): Promise<string> => {
  const { issuer } = options
  const discovered = await readAnswer(options, `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`)
  const endpoint = discovered[name]
  if (typeof endpoint !== 'string') throw new ProviderError(`${issuer} names no ${words}`)
  return endpoint
}

/** A response of the provider. The error of `fetch` would not say who does not answer. */
export const requestProvider = (
  { fetch = globalThis.fetch, timeoutMs = 10_000 }: ProviderOptions,
  url: string,
  init: RequestInit = {},
): Promise<Response> =>
  fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
    throw new ProviderError(
      `Nothing answers at ${new URL(url).origin}. Check that Auspex runs there and that you are connected, then try again`,
      null,
      { cause },
    )
  })

/** A JSON object from the provider. */
export const readAnswer = async (
  options: ProviderOptions,
  url: string,
  init: RequestInit = {},
): Promise<ProviderAnswer> => {
  const response = await requestProvider(options, url, init)
  const body: unknown = await response.json().catch(() => null)
  const fields = Object(body) as ProviderAnswer
  if (response.ok && body !== null) return fields
  const code = typeof fields.error === 'string' ? fields.error : null
  const what = code === null ? '' : `: ${code}${code in advice ? ` (${advice[code]})` : ''}`
  throw new ProviderError(`The provider answered ${response.status} at ${url}${what}`, code)
}

/** What to do about a refusal, by its OAuth error. */
const advice: Readonly<Record<string, string>> = {
  invalid_client: 'check the client ID and the secret: Auspex lists its apps at /admin/apps',
  invalid_scope:
    'it asks for a scope that this app does not have: Auspex lists its apps and their scopes at /admin/apps',
}
