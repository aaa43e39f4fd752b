import { personScopes } from '../provider/scopes.ts'

/** A public client of this installation: it comes from the configuration. */
export interface FirstPartyClient {
  clientId: string
  name: string
  /** Exact addresses; browsers may call the provider from their origins. */
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  /** What it may do in the API with a person's consent; null for the app itself, which needs no consent and is not limited. */
  scopes: readonly string[] | null
}

/** The client id of the Auspex web app. */
export const webClientId = 'auspex-web'

/** The Auspex web app, served from these origins (for example `http://127.0.0.1:4173`). */
export function createWebClient(...origins: string[]): FirstPartyClient {
  return {
    clientId: webClientId,
    name: 'Auspex',
    redirectUris: origins.map((origin) => new URL('/auth/login-callback', origin).href),
    postLogoutRedirectUris: origins.map((origin) => new URL('/', origin).href),
    scopes: null,
  }
}

/** The client id of `auspex-login`, which signs people in from a terminal. */
export const terminalClientId = 'auspex-cli'

/** `auspex-login` and what uses its sign-in: it has no address, so people type a code (RFC 8628). */
export function createTerminalClient(): FirstPartyClient {
  return {
    clientId: terminalClientId,
    name: 'Auspex in a terminal',
    redirectUris: [],
    postLogoutRedirectUris: [],
    scopes: personScopes,
  }
}
