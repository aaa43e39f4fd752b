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

/** The token a call began with, and how often its client had given up by then. */
export interface IssuedToken {
  readonly token: string | undefined
  readonly round: number
}

/** Tokens of one client: however many calls are rejected at once, the token is refreshed once. */
export interface TokenSource {
  issue(): Promise<IssuedToken>
  /** A token that is newer than the ticket's, or undefined when there is none. Rejects when the refresh does. */
  renew(ticket: IssuedToken): Promise<string | undefined>
  /** Reports that the call of this ticket stays rejected. */
  reportRejected(ticket: IssuedToken): void
}

export const createTokenSource = (auth: Auth | undefined): TokenSource => {
  let refreshing: Promise<string | undefined> | undefined
  let renewed: { readonly token: string; readonly insteadOf: string | undefined } | undefined
  let rounds = 0
  const provide = async (): Promise<string | undefined> => toToken('getToken', await auth?.getToken())
  const current = async (): Promise<string | undefined> => {
    const token = await provide()
    if (renewed?.insteadOf !== token) renewed = undefined
    return renewed?.token ?? token
  }
  const refresh = async (): Promise<string | undefined> => {
    try {
      const before = await provide()
      const token = toToken('refresh', await auth?.refresh?.())
      const after = await provide()
      // A provider that stores the refreshed token returns it from getToken; for one that does not, it is stored here.
      if (after !== before) return after
      renewed = token !== undefined && token !== after ? { token, insteadOf: after } : undefined
      return token
    } finally {
      refreshing = undefined
    }
  }

  return {
    issue: async () => ({ token: await current(), round: rounds }),
    renew: async ({ token, round }) => {
      const now = await current()
      if (now !== token) return now
      // Another call has found meanwhile that there is no other token: refreshing again would be a loop.
      return round === rounds ? (refreshing ??= refresh()) : undefined
    },
    reportRejected: ({ round }) => {
      if (round !== rounds) return
      rounds += 1
      renewed = undefined
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
