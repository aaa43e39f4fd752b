/** Where access tokens come from. */
export interface Auth {
  /** The current access token; undefined to call without one. What it throws, the call throws. */
  getToken(): string | undefined | Promise<string | undefined>
  /** Gets a new token after the server refused the current one; undefined when there is none to be had. */
  refresh?(): Promise<string | undefined>
  /** Told when calls stay refused, after a refresh where there is one; once for all calls that were under way together. */
  onUnauthorized?(): void
}

/** The token a call began with, and how often its client had given up by then. */
export interface Ticket {
  readonly token: string | undefined
  readonly round: number
}

/** Tokens of one client: however many calls are refused at once, the token is refreshed once. */
export interface TokenKeeper {
  take(): Promise<Ticket>
  /** A token that is newer than the ticket's, or undefined when none can be had. Rejects when the refresh does. */
  renew(ticket: Ticket): Promise<string | undefined>
  /** Says that the call of this ticket stays refused. */
  giveUp(ticket: Ticket): void
}

export const createTokenKeeper = (auth: Auth | undefined): TokenKeeper => {
  let refreshing: Promise<string | undefined> | undefined
  let renewed: string | undefined
  let rounds = 0
  const current = async (): Promise<string | undefined> => renewed ?? auth?.getToken()
  const refresh = async (): Promise<string | undefined> => {
    try {
      const token = await auth?.refresh?.()
      // A provider that stores what it refreshed answers with it from getToken; one that does not is remembered here.
      renewed = token !== undefined && (await auth?.getToken()) !== token ? token : undefined
      return token
    } finally {
      refreshing = undefined
    }
  }

  return {
    take: async () => ({ token: await current(), round: rounds }),
    renew: async ({ token, round }) => {
      const now = await current()
      if (now !== token) return now
      // Another call learnt meanwhile that there is no other token: asking again would be a loop.
      return round === rounds ? (refreshing ??= refresh()) : undefined
    },
    giveUp: ({ round }) => {
      if (round !== rounds) return
      rounds += 1
      renewed = undefined
      auth?.onUnauthorized?.()
    },
  }
}
