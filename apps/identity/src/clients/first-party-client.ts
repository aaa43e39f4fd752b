/** A public client of this installation: it comes from the configuration and needs no consent. */
export interface FirstPartyClient {
  clientId: string
  name: string
  /** Exact addresses; browsers may call the provider from their origins. */
  redirectUris: string[]
  postLogoutRedirectUris: string[]
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
  }
}
