/** An access token; null or undefined to call without one. */
export type AccessToken = string | null | undefined

/**
 * The source of access tokens. `getToken` takes precedence: a token from `refresh` is used without it only as long as `getToken` still returns the
 * rejected token. As soon as it returns another one or none, because somebody else signed in or nobody is signed in any more, the refreshed token is
 * dropped.
 */
export interface Auth {
  /** Returns the current access token, before each call. When it fails, the call fails with a TokenError. */
  getToken(): AccessToken | Promise<AccessToken>
  /** Gets a new token after the server rejected the current one; nothing when there is none. */
  refresh?(): AccessToken | Promise<AccessToken>
  /** Called when calls stay rejected, after a refresh where there is one; once for all concurrent calls. */
  onUnauthorized?(): void
}

/** The access token that a call was sent with. */
export interface SentToken {
  readonly token: string | undefined
  /** How often `onUnauthorized` had been called before: two calls with the same number belong to one session. */
  readonly session: number
}

/** The access tokens of one client: however many calls are rejected at once, the token is refreshed once. */
export interface TokenSource {
  getToken(): Promise<SentToken>
  /** A token other than the rejected one, or undefined when there is none. Rejects when the refresh does. */
  refresh(rejected: SentToken): Promise<string | undefined>
  /** Ends the session of a token that stays rejected. */
  reportUnauthorized(rejected: SentToken): void
}

export const createTokenSource = (auth: Auth | undefined): TokenSource => {
  let pendingRefresh: Promise<string | undefined> | undefined
  let refreshed: { readonly token: string; readonly replaces: string | undefined } | undefined
  let currentSession = 0
  const provide = async (): Promise<string | undefined> => toToken('getToken', await auth?.getToken())
  const currentToken = async (): Promise<string | undefined> => {
    const token = await provide()
    if (refreshed?.replaces !== token) refreshed = undefined
    return refreshed?.token ?? token
  }
  const refresh = async (): Promise<string | undefined> => {
    try {
      const before = await provide()
      const token = toToken('refresh', await auth?.refresh?.())
      const after = await provide()
      // A provider that stores the refreshed token returns it from getToken; for one that does not, it is stored here.
      if (after !== before) return after
      refreshed = token !== undefined && token !== after ? { token, replaces: after } : undefined
      return token
    } finally {
      pendingRefresh = undefined
    }
  }

  return {
    getToken: async () => ({ token: await currentToken(), session: currentSession }),
    refresh: async ({ token, session }) => {
      const current = await currentToken()
      if (current !== token) return current
      // Another call has found meanwhile that there is no other token: refreshing again would be a loop.
      return session === currentSession ? (pendingRefresh ??= refresh()) : undefined
    },
    reportUnauthorized: ({ session }) => {
      if (session !== currentSession) return
      currentSession += 1
      refreshed = undefined
      try {
        auth?.onUnauthorized?.()
      } catch (cause) {
        console.error('onUnauthorized failed', cause)
      }
    },
  }
}

/** A token that is valid in a header. The error does not contain an invalid one, because it may be a secret. */
const toToken = (source: string, token: unknown): string | undefined => {
  if (token === undefined || token === null || token === '') return undefined
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token
  throw new TypeError(`${source} gave no access token: one has neither blanks nor line breaks`)
}
