import { randomBytes } from 'node:crypto'
import type { AccessScope } from '@auspex/contract'
import { type AuspexClient, createClient } from '@auspex/sdk'
import type { Actor } from '../kernel/actor.ts'
import { CodedError } from '../kernel/errors.ts'
import type { Authenticate } from './authenticate.ts'

/** API calls on behalf of a person who is not connected: with their current permissions, through the same checks as their own requests. */
export interface PersonSession {
  readonly client: AuspexClient
  /** Number of calls made. */
  calls(): number
  /** Further calls of the session are refused. */
  end(): void
}

export interface PersonSessionOptions {
  userId: string
  /** What the session may do: the scopes of the token that started the work; null for all that the person may. */
  accessScopes: readonly AccessScope[] | null
  /**
   * Identifies the work. Its writes take effect once: when the same work runs again, its first write gets the first response again, and so on for
   * each write that follows.
   */
  key: string
  /** Called before each call; if it throws, the call fails. */
  beforeCall?: (calls: number) => void
}

export type OpenPersonSession = (options: PersonSessionOptions) => PersonSession

export interface PersonCalls {
  open: OpenPersonSession
  /** Authenticates the sessions of this process; all other requests go to `next`. */
  authenticate(next: Authenticate): Authenticate
}

const scheme = 'session.'
/** A reserved name: the calls never leave the process. */
const origin = 'http://auspex.invalid'

/**
 * Lets jobs call what people may call. A session's token is random, known only to this process and worthless after `end`; whether the person is
 * disabled, and which modules they have, is checked at each call as for everyone (docs/decisions/zeus-and-workflows.md).
 */
export function createPersonCalls({
  prefix,
  fetch,
  findPerson,
}: {
  prefix: string
  /** Calls the server of this process. */
  fetch: typeof globalThis.fetch
  /** The person as of their last sign-in; null when unknown. */
  findPerson: (userId: string) => Promise<Actor | null>
}): PersonCalls {
  const sessions = new Map<string, PersonSessionOptions>()
  return {
    open(options) {
      const { key, beforeCall } = options
      const token = `${scheme}${randomBytes(32).toString('base64url')}`
      sessions.set(token, options)
      let calls = 0
      // by the client's own key: its retries keep their place
      const ordinals = new Map<string, number>()
      const count = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
        const request = new Request(input, init)
        beforeCall?.(calls)
        calls += 1
        const clientKey = request.headers.get('idempotency-key')
        if (clientKey !== null && !ordinals.has(clientKey)) ordinals.set(clientKey, ordinals.size + 1)
        if (clientKey !== null) request.headers.set('idempotency-key', `${key}.${ordinals.get(clientKey)}`)
        return fetch(request)
      }
      return {
        client: createClient({ baseUrl: `${origin}${prefix}`, auth: { getToken: () => token }, fetch: count }),
        calls: () => calls,
        end: () => void sessions.delete(token),
      }
    },

    authenticate: (next) => async (authorization, address) => {
      const token = authorization?.startsWith(`Bearer ${scheme}`) ? authorization.slice('Bearer '.length) : null
      const session = token === null ? undefined : sessions.get(token)
      if (session === undefined) return next(authorization, address)
      const actor = await findPerson(session.userId)
      if (actor !== null) return { ...actor, accessScopes: session.accessScopes }
      throw new CodedError({
        kind: 'unauthenticated',
        code: 'identity.unauthenticated',
        title: 'This account no longer exists',
        detail: 'Nothing can be done in its name any more.',
      })
    },
  }
}
