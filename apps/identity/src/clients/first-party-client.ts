import { personScopes } from '../provider/scopes.ts'

/** A public client (RFC 6749, section 2.1) that is part of Auspex: defined in code, not registered by an administrator. */
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

/** The client id of `auspex-login`. packages/sdk/src/runtime/device-sign-in.ts repeats it, because neither package may import the other. */
const terminalClientId = 'auspex-cli'

/** The client of `auspex-login`. A terminal has no redirect address, so people sign in with the device flow (RFC 8628). */
export function createTerminalClient(): FirstPartyClient {
  return {
    clientId: terminalClientId,
    name: 'Auspex in a terminal',
    redirectUris: [],
    postLogoutRedirectUris: [],
    scopes: personScopes,
  }
}
