import {
  findEndpoint,
  type ProviderAnswer,
  ProviderError,
  type ProviderOptions,
  readAnswer,
  requestProvider,
} from './provider-request.ts'

/** The client of the embedded provider for terminals. */
export const terminalClientId = 'auspex-cli'

export interface DeviceClient extends ProviderOptions {
  /** @default 'auspex-cli' */
  clientId?: string
  /** Milliseconds since the epoch. @default Date.now */
  now?(): number
}

export interface DeviceSignInOptions extends DeviceClient {
  /** What it may do for the person: `read`, `write`, `administer`, never more than they may. @default 'openid read write' */
  scope?: string
  /** Shows the person where to type the code. */
  onCode(code: DeviceCode): void
  /** Stops waiting. */
  signal?: AbortSignal
  /** Waits between two questions. @default a timer */
  pause?(ms: number, signal?: AbortSignal): Promise<void>
}

/** What the person needs in their browser. */
export interface DeviceCode {
  readonly verificationUri: string
  readonly userCode: string
  /** Milliseconds since the epoch */
  readonly expiresAt: number
}

/** The tokens of a person's sign-in. */
export interface SignInTokens {
  readonly accessToken: string
  /** Null when the sign-in ends with the access token. */
  readonly refreshToken: string | null
  /** When the access token expires, in milliseconds since the epoch */
  readonly expiresAt: number
}

const usualIntervalSeconds = 5

/** Why a sign-in ended without tokens, by the codes of RFC 8628, section 3.5. */
const endings: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was refused in the browser',
  expired_token: 'The code expired before anybody typed it; start again',
}

/**
 * Signs a person in from a terminal or a device without a browser (RFC 8628): shows a code, waits until the person typed it somewhere else and allowed
 * it, and returns tokens. Throws a ProviderError when they refuse or take too long.
 */
export const signInWithDevice = async (options: DeviceSignInOptions): Promise<SignInTokens> => {
  const { clientId = terminalClientId, scope = 'openid read write', now = Date.now, pause = wait, signal } = options
  const url = await findEndpoint(options, 'device_authorization_endpoint', 'endpoint for devices')
  const begun = await post(options, url, { client_id: clientId, scope })
  const deviceCode = readText(begun, 'device_code')
  const expiresAt = now() + readSeconds(begun, 'expires_in', 600) * 1000
  options.onCode({
    verificationUri: readText(begun, 'verification_uri'),
    userCode: readText(begun, 'user_code'),
    expiresAt,
  })
  const fields = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode }
  let seconds = readSeconds(begun, 'interval', usualIntervalSeconds)
  while (now() < expiresAt) {
    await pause(seconds * 1000, signal)
    signal?.throwIfAborted()
    try {
      return await requestTokens(options, fields)
    } catch (error) {
      const code = error instanceof ProviderError ? error.code : null
      if (code === 'slow_down') seconds += usualIntervalSeconds
      else if (code !== null && code in endings) throw new ProviderError(endings[code] ?? code, code)
      else if (code !== 'authorization_pending') throw error
    }
  }
  throw new ProviderError(endings['expired_token'] ?? '', 'expired_token')
}

/** New tokens for those of a sign-in. The refresh token changes with them: store the new one. */
export const renewSignIn = (options: DeviceClient, refreshToken: string): Promise<SignInTokens> =>
  requestTokens(options, { grant_type: 'refresh_token', refresh_token: refreshToken })

/** Ends a sign-in at the provider. */
export const endSignIn = async (options: DeviceClient, refreshToken: string): Promise<void> => {
  const { clientId = terminalClientId } = options
  const url = await findEndpoint(options, 'revocation_endpoint', 'revocation endpoint')
  const body = new URLSearchParams({ client_id: clientId, token: refreshToken, token_type_hint: 'refresh_token' })
  // A success has no body (RFC 7009, section 2.2).
  const { ok, status } = await requestProvider(options, url, { method: 'POST', body })
  if (!ok) throw new ProviderError(`The provider answered ${status} at ${url}`)
}

const requestTokens = async (options: DeviceClient, fields: Record<string, string>): Promise<SignInTokens> => {
  const { clientId = terminalClientId, now = Date.now } = options
  const url = await findEndpoint(options, 'token_endpoint', 'token endpoint')
  const answer = await post(options, url, { client_id: clientId, ...fields })
  const refreshToken = answer.refresh_token
  return {
    accessToken: readText(answer, 'access_token'),
    refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
    expiresAt: now() + readSeconds(answer, 'expires_in', 0) * 1000,
  }
}

const post = (options: ProviderOptions, url: string, fields: Record<string, string>): Promise<ProviderAnswer> =>
  readAnswer(options, url, { method: 'POST', body: new URLSearchParams(fields) })

const readText = (answer: ProviderAnswer, name: string): string => {
  const value = answer[name]
  if (typeof value !== 'string' || value === '') throw new ProviderError(`The provider gave no ${name}`)
  return value
}

const readSeconds = (answer: ProviderAnswer, name: string, fallback: number): number => {
  const value = answer[name]
  return typeof value === 'number' && value > 0 ? value : fallback
}

const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
