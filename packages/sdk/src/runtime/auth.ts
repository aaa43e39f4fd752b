/** Where access tokens come from. */
export interface Auth {
  /** The current access token; undefined to call without one. */
  getToken(): string | undefined | Promise<string | undefined>
  /** Gets a new token after the server refused the current one; undefined when there is none to be had. */
  refresh?(): Promise<string | undefined>
  /** Told once a call stays refused, after a refresh where there is one. */
  onUnauthorized?(): void
}

/** Tokens of one client: however many calls are refused at once, the token is refreshed once. */
export interface TokenKeeper {
  token(): Promise<string | undefined>
  /** A token that is newer than `refused`, or undefined when none can be had. */
  renew(refused: string): Promise<string | undefined>
  giveUp(): void
}

export const createTokenKeeper = (auth: Auth | undefined): TokenKeeper => {
  let refreshing: Promise<string | undefined> | undefined
  let renewed: string | undefined

  return {
    token: async () => renewed ?? (await auth?.getToken()),
    renew: async (refused) => {
      if (!auth?.refresh) return undefined
      const current = renewed ?? (await auth.getToken())
      if (current !== undefined && current !== refused) return current
      refreshing ??= auth
        .refresh()
        .then(async (token) => {
          // A provider that stores what it refreshed answers with it from getToken; one that does not is remembered here.
          renewed = token !== undefined && (await auth.getToken()) !== token ? token : undefined
          return token
        })
        .finally(() => {
          refreshing = undefined
        })
      return refreshing
    },
    giveUp: () => {
      renewed = undefined
      auth?.onUnauthorized?.()
    },
  }
}
